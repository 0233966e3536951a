import { Anchor, Button, Code, Group, Stack, Text, TextInput } from "@mantine/core";
import { type FormEvent, useId, useState } from "react";
import { adminMessages } from "#contract/admins.ts";
import { AdminDialog } from "#web/admin/ui/admin-dialog.tsx";
import { CopyTextButton } from "#web/admin/ui/copy-text-button.tsx";
import { ErrorAlert } from "#web/admin/ui/error-alert.tsx";
import { focusRefusedField } from "#web/admin/ui/focus-field.ts";
import { SavingButton } from "#web/admin/ui/saving-button.tsx";
import { ApiFailure } from "#web/lib/api.ts";
import { useConfirmTwoFactor } from "./account.api.ts";
import classes from "./account.module.css";
import { QrCode } from "./qr-code.tsx";

type Props = { totpUri: string; onClose: () => void; onConfirmed: () => void };

export function CodeConfirmation({ totpUri, onClose, onConfirmed }: Props) {
  const formId = useId();
  const confirm = useConfirmTwoFactor();
  const [code, setCode] = useState("");
  const [missing, setMissing] = useState(false);
  const wrong = confirm.error instanceof ApiFailure ? confirm.error.fields.code : undefined;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const digits = code.replace(/\s/g, "");
    const complete = /^\d{6}$/.test(digits);
    setMissing(!complete);
    const form = event.currentTarget;
    if (!complete) return focusRefusedField(form);
    confirm.mutate(digits, { onSuccess: onConfirmed, onError: () => focusRefusedField(form) });
  };
  return (
    <AdminDialog
      title="Relier votre application"
      size="md"
      open
      onClose={onClose}
      actions={
        <>
          <Button variant="default" onClick={onClose}>
            Annuler
          </Button>
          <SavingButton type="submit" form={formId} loading={confirm.isPending}>
            Activer
          </SavingButton>
        </>
      }
    >
      <form id={formId} onSubmit={submit} noValidate>
        <Stack>
          <Text>Scannez ce code avec l’application, ou saisissez-y la clé.</Text>
          <QrCode text={totpUri} label="Code QR pour l’application d’authentification" />
          <Anchor href={totpUri} className={classes.openApp ?? ""}>
            Ouvrir l’application de cet appareil
          </Anchor>
          <Group gap="xs" justify="space-between">
            <Text size="sm" flex="1 1 12rem">
              Clé : <Code className={classes.key ?? ""}>{secretOf(totpUri)}</Code>
            </Text>
            <CopyTextButton
              size="xs"
              text={secretOf(totpUri)}
              label="Copier la clé"
              copiedLabel="Clé copiée"
            />
          </Group>
          {!wrong && <ErrorAlert error={confirm.error} />}
          <TextInput
            label="Code à six chiffres"
            required
            data-autofocus
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={7}
            maw={200}
            value={code}
            error={missing ? "Saisissez les six chiffres affichés par l’application" : wrong}
            onChange={(event) => {
              setCode(event.currentTarget.value);
              setMissing(false);
              confirm.reset();
            }}
          />
          <Text size="sm" c="dimmed">
            {adminMessages.twoFactorSetupHint}
          </Text>
        </Stack>
      </form>
    </AdminDialog>
  );
}

function secretOf(totpUri: string): string {
  return new URL(totpUri).searchParams.get("secret") ?? "";
}
