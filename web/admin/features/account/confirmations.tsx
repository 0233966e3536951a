import { Anchor, Button, Code, Group, Stack, Text, TextInput } from "@mantine/core";
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { adminMessages } from "#contract/admins.ts";
import { AdminDialog } from "#web/admin/ui/admin-dialog.tsx";
import { CopyTextButton, SavingButton } from "#web/admin/ui/buttons.tsx";
import { ErrorAlert } from "#web/admin/ui/feedback.tsx";
import { focusRefusedField } from "#web/admin/ui/focus.ts";
import { PasswordField } from "#web/admin/ui/password-field.tsx";
import { QrCode } from "#web/admin/ui/qr-code.tsx";
import { ApiFailure } from "#web/lib/api.ts";
import { useConfirmTwoFactor } from "./account.api.ts";
import classes from "./account.module.css";

type PasswordConfirmationProps = {
  title: string;
  action: string;
  danger?: boolean;
  call: { error: Error | null; isPending: boolean };
  /** The dialog also asks for a code of the second factor. */
  asksCode?: boolean;
  children: ReactNode;
  onConfirm: (password: string, code: string) => void;
  onClose: () => void;
};

/** Asks for the password again, because an unattended browser must not be enough for this action. */
export function PasswordConfirmation({
  title,
  action,
  danger,
  call,
  asksCode = false,
  children,
  onConfirm,
  onClose,
}: PasswordConfirmationProps) {
  const formId = useId();
  const form = useRef<HTMLFormElement>(null);
  const [password, setPassword] = useState("");
  const [code, setCode] = useState("");
  const [submitted, setSubmitted] = useState(false);
  const refused = call.error instanceof ApiFailure ? call.error.fields : {};
  const isMissing = { password: password === "", code: asksCode && code.trim() === "" };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setSubmitted(true);
    if (isMissing.password || isMissing.code) focusRefusedField(event.currentTarget);
    else onConfirm(password, code.trim());
  };
  useEffect(() => {
    if (call.error && form.current) focusRefusedField(form.current);
  }, [call.error]);
  return (
    <AdminDialog
      title={title}
      size="md"
      open
      onClose={onClose}
      pending={call.isPending}
      actions={
        <>
          <Button variant="default" disabled={call.isPending} onClick={onClose}>
            Annuler
          </Button>
          <SavingButton
            type="submit"
            form={formId}
            loading={call.isPending}
            {...(danger && { color: "red" })}
          >
            {action}
          </SavingButton>
        </>
      }
    >
      <form ref={form} id={formId} onSubmit={submit} noValidate>
        <Stack>
          <Text>{children}</Text>
          {!refused.password && !refused.code && <ErrorAlert error={call.error} />}
          <PasswordField
            required
            maw={420}
            label="Votre mot de passe"
            autoComplete="current-password"
            data-autofocus
            value={password}
            error={submitted && isMissing.password ? adminMessages.passwordRequired : refused.password}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
          {asksCode && (
            <TextInput
              label="Code de vérification ou de récupération"
              description="Un code ne sert qu’une fois : après l’avoir utilisé, attendez le suivant."
              autoComplete="one-time-code"
              required
              maw={420}
              value={code}
              error={submitted && isMissing.code ? adminMessages.codeRequired : refused.code}
              onChange={(event) => setCode(event.currentTarget.value)}
            />
          )}
        </Stack>
      </form>
    </AdminDialog>
  );
}

type CodeConfirmationProps = { totpUri: string; onClose: () => void; onConfirmed: () => void };

export function CodeConfirmation({ totpUri, onClose, onConfirmed }: CodeConfirmationProps) {
  const formId = useId();
  const confirm = useConfirmTwoFactor();
  const [code, setCode] = useState("");
  const [missing, setMissing] = useState(false);
  const wrong = confirm.error instanceof ApiFailure ? confirm.error.fields.code : undefined;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const complete = /^(\s*\d){6}\s*$/.test(code);
    setMissing(!complete);
    const form = event.currentTarget;
    if (!complete) return focusRefusedField(form);
    confirm.mutate(code, { onSuccess: onConfirmed, onError: () => focusRefusedField(form) });
  };
  return (
    <AdminDialog
      title="Relier votre application"
      size="md"
      open
      onClose={onClose}
      pending={confirm.isPending}
      actions={
        <>
          <Button variant="default" disabled={confirm.isPending} onClick={onClose}>
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
