import { Button, Stack, Text, TextInput } from "@mantine/core";
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { adminMessages } from "#contract/admins.ts";
import { AdminDialog } from "#web/admin/ui/admin-dialog.tsx";
import { ErrorAlert } from "#web/admin/ui/error-alert.tsx";
import { focusRefusedField } from "#web/admin/ui/focus-field.ts";
import { SavingButton } from "#web/admin/ui/saving-button.tsx";
import { SecretInput } from "#web/admin/ui/secret-input.tsx";
import { ApiFailure } from "#web/lib/api.ts";

type Props = {
  title: string;
  action: string;
  danger?: boolean;
  call: { error: Error | null; isPending: boolean };
  /** A code of the second factor is asked for as well. */
  asksCode?: boolean;
  children: ReactNode;
  onConfirm: (password: string, code: string) => void;
  onClose: () => void;
};

/** Asks for the password again before something that an open browser alone must not be able to do. */
export function PasswordConfirmation({
  title,
  action,
  danger,
  call,
  asksCode = false,
  children,
  onConfirm,
  onClose,
}: Props) {
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
      actions={
        <>
          <Button variant="default" onClick={onClose}>
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
          <SecretInput
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
