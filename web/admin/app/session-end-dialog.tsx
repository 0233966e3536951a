import { Button, Stack, Text } from "@mantine/core";
import { sessionLimits } from "#contract/sessions.ts";
import { AdminDialog } from "#web/admin/ui/admin-dialog.tsx";
import { SavingButton } from "#web/admin/ui/buttons.tsx";
import { ErrorAlert } from "#web/admin/ui/feedback.tsx";
import { formatCount } from "#web/lib/format.ts";
import { useKeepSession, useSignOutEverywhere } from "./session-end.api.ts";

type Props = { remainingMs: number; extendable: boolean; onClose: () => void };

/** Shows the remaining time of the session, and a button that extends it. */
export default function SessionEndDialog({ remainingMs, extendable, onClose }: Props) {
  const keep = useKeepSession();
  const signOut = useSignOutEverywhere();
  return (
    <AdminDialog
      title="Votre session se termine bientôt"
      size="md"
      open
      onClose={onClose}
      actions={
        <>
          <Button variant="default" onClick={signOut}>
            Se déconnecter
          </Button>
          {extendable ? (
            <SavingButton data-autofocus loading={keep.isPending} onClick={() => keep.mutate()}>
              Rester connecté
            </SavingButton>
          ) : (
            <Button data-autofocus onClick={onClose}>
              J’ai compris
            </Button>
          )}
        </>
      }
    >
      <Stack>
        <Text>{extendable ? idleText : longestText}</Text>
        <Text>
          Temps restant :{" "}
          <strong role="timer" style={{ fontVariantNumeric: "tabular-nums" }}>
            {formatRemaining(remainingMs)}
          </strong>
        </Text>
        <ErrorAlert error={keep.error} />
      </Stack>
    </AdminDialog>
  );
}

const hours = sessionLimits.idleMs / 3_600_000;
const days = sessionLimits.absoluteMs / 86_400_000;
const idleText = `Vous n’avez rien fait ici depuis près de ${hours} heures. Sans réponse de votre part, vous serez déconnecté, et ce qui n’est pas enregistré sera perdu.`;
const longestText = `Elle atteint la durée la plus longue, ${days} jours. Enregistrez ce qui ne l’est pas encore : vous devrez ensuite vous reconnecter.`;

function formatRemaining(ms: number): string {
  const seconds = Math.ceil(ms / 1_000);
  const minutes = Math.floor(seconds / 60);
  const rest = formatCount(seconds % 60, "seconde");
  return minutes === 0 ? rest : `${formatCount(minutes, "minute")} ${rest}`;
}
