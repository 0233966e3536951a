import { Badge, Button, Code, Group, Stack, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useState } from "react";
import { AdminDialog } from "#web/admin/ui/admin-dialog.tsx";
import { CopyTextButton, SavingButton } from "#web/admin/ui/buttons.tsx";
import { ErrorAlert } from "#web/admin/ui/feedback.tsx";
import { isConfirmationDeclined } from "#web/admin/ui/reauthentication.ts";
import { currentAdminQuery, useCurrentAdmin } from "#web/admin/ui/session.api.ts";
import {
  useEnsureConfirmed,
  useRefresh,
  useRenewRecoveryCodes,
  useStartTwoFactor,
  useStopTwoFactor,
} from "./account.api.ts";
import classes from "./account.module.css";
import { AccountSection } from "./account-sections.tsx";
import { CodeConfirmation, PasswordConfirmation } from "./confirmations.tsx";

type Step = "start" | "stop" | "codes" | null;

const about =
  "À la connexion, un code de votre application d’authentification est demandé en plus du mot de passe.";

export function TwoFactorSection() {
  const { twoFactorEnabled } = useCurrentAdmin();
  const [step, setStep] = useState<Step>(null);
  const close = () => setStep(null);
  const confirm = useEnsureConfirmed();
  return (
    <AccountSection title="Double authentification" about={about}>
      <Group gap="xs">
        <Badge variant="light" color={twoFactorEnabled ? "green" : "gray"}>
          {twoFactorEnabled ? "Activée" : "Désactivée"}
        </Badge>
        {!twoFactorEnabled && <Text size="sm">Votre compte est protégé par le seul mot de passe.</Text>}
      </Group>
      <Group>
        {twoFactorEnabled ? (
          <>
            <Button variant="default" onClick={() => setStep("codes")}>
              Nouveaux codes de récupération
            </Button>
            <SavingButton
              variant="light"
              color="red"
              loading={confirm.isPending}
              onClick={() => confirm.mutate(undefined, { onSuccess: () => setStep("stop") })}
            >
              Désactiver
            </SavingButton>
          </>
        ) : (
          <Button onClick={() => setStep("start")}>Activer</Button>
        )}
      </Group>
      {!isConfirmationDeclined(confirm.error) && <ErrorAlert error={confirm.error} />}
      {step === "start" && <TwoFactorSetup onClose={close} />}
      {step === "stop" && <StopTwoFactor onClose={close} />}
      {step === "codes" && <RenewCodes onClose={close} />}
    </AccountSection>
  );
}

function StopTwoFactor({ onClose }: { onClose: () => void }) {
  const stop = useStopTwoFactor();
  return (
    <PasswordConfirmation
      title="Désactiver la double authentification ?"
      action="Désactiver"
      danger
      asksCode
      call={stop}
      onClose={onClose}
      onConfirm={(password, code) =>
        stop.mutate(
          { password, code },
          {
            onSuccess: () => {
              notifications.show({ color: "green", message: "La double authentification est désactivée." });
              onClose();
            },
          },
        )
      }
    >
      Votre mot de passe suffira à nouveau pour vous connecter.
    </PasswordConfirmation>
  );
}

function RenewCodes({ onClose }: { onClose: () => void }) {
  const renew = useRenewRecoveryCodes();
  if (renew.isSuccess) return <RecoveryCodesDialog codes={renew.data.recoveryCodes} onClose={onClose} />;
  return (
    <PasswordConfirmation
      title="Nouveaux codes de récupération"
      action="Créer les codes"
      call={renew}
      onClose={onClose}
      onConfirm={(password) => renew.mutate(password)}
    >
      Les codes précédents ne fonctionneront plus.
    </PasswordConfirmation>
  );
}

/** Asks for the password, then shows the QR code and asks for a first code, then shows the recovery codes. */
function TwoFactorSetup({ onClose }: { onClose: () => void }) {
  const start = useStartTwoFactor();
  const [confirmed, setConfirmed] = useState(false);
  const refreshAccount = useRefresh(currentAdminQuery.queryKey);

  if (!start.isSuccess) {
    return (
      <PasswordConfirmation
        title="Activer la double authentification"
        action="Continuer"
        call={start}
        onClose={onClose}
        onConfirm={(password) => start.mutate(password)}
      >
        Préparez une application d’authentification, par exemple celle de votre gestionnaire de mots de passe.
      </PasswordConfirmation>
    );
  }
  if (!confirmed) {
    return (
      <CodeConfirmation
        totpUri={start.data.totpUri}
        onClose={onClose}
        onConfirmed={() => setConfirmed(true)}
      />
    );
  }
  const finish = () => void refreshAccount().finally(onClose);
  return <RecoveryCodesDialog codes={start.data.recoveryCodes} onClose={finish} />;
}

/** Shows the recovery codes once: the server keeps them encrypted and never returns them. */
function RecoveryCodesDialog({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  return (
    <AdminDialog
      title="Vos codes de récupération"
      size="md"
      open
      onClose={onClose}
      actions={
        <>
          <CopyTextButton text={codes.join("\n")} label="Copier les codes" copiedLabel="Codes copiés" />
          <Button onClick={onClose}>Je les ai notés</Button>
        </>
      }
    >
      <Stack>
        <Text>
          Conservez-les en lieu sûr : chacun remplace une fois le code de l’application, si vous n’avez plus
          votre appareil. Ils ne seront plus affichés.
        </Text>
        <ul className={classes.codes}>
          {codes.map((code) => (
            <li key={code}>
              <Code fz="sm">{code}</Code>
            </li>
          ))}
        </ul>
      </Stack>
    </AdminDialog>
  );
}
