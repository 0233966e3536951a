import { Button, Stack, Text, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useId, useState } from "react";
import type { ConfirmIdentity } from "#contract/account.schema.ts";
import { adminMessages } from "#contract/admins.ts";
import { AdminDialog } from "#web/admin/ui/admin-dialog.tsx";
import { SavingButton } from "#web/admin/ui/buttons.tsx";
import { ErrorAlert } from "#web/admin/ui/feedback.tsx";
import { focusRefusedField } from "#web/admin/ui/focus.ts";
import { PasswordField } from "#web/admin/ui/password-field.tsx";
import { useCurrentAdmin } from "#web/admin/ui/session.api.ts";
import { ApiFailure, api, unwrap } from "#web/lib/api.ts";

type ReauthenticationDialogProps = { onConfirmed: () => void; onCancel: () => void };

/** Asks for the password, and for a code when the account has a second factor. */
export default function ReauthenticationDialog({ onConfirmed, onCancel }: ReauthenticationDialogProps) {
  const formId = useId();
  const { twoFactorEnabled } = useCurrentAdmin();
  const confirm = useConfirmIdentity();
  const [password, setPassword] = useState("");
  const [code, setCode] = useState("");
  const [submitted, setSubmitted] = useState(false);
  const refused = confirm.error instanceof ApiFailure ? confirm.error.fields : {};
  // The second factor may have been switched on elsewhere since this screen was loaded.
  const asksCode = twoFactorEnabled || code !== "" || refused.code !== undefined;
  const missing = {
    password: submitted && password === "" ? adminMessages.passwordRequired : undefined,
    code: submitted && asksCode && code.trim() === "" ? adminMessages.codeRequired : undefined,
  };

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setSubmitted(true);
    const form = event.currentTarget;
    if (password === "" || (asksCode && code.trim() === "")) return focusRefusedField(form);
    confirm.mutate(
      { password, ...(asksCode && { code: code.trim() }) },
      { onSuccess: onConfirmed, onError: () => focusRefusedField(form) },
    );
  };
  const typed = (set: (text: string) => void) => (event: { currentTarget: HTMLInputElement }) => {
    set(event.currentTarget.value);
    setSubmitted(false);
  };

  return (
    <AdminDialog
      title="Confirmez votre identité"
      size="md"
      open
      onClose={onCancel}
      pending={confirm.isPending}
      actions={
        <>
          <Button variant="default" disabled={confirm.isPending} onClick={onCancel}>
            Annuler
          </Button>
          <SavingButton type="submit" form={formId} loading={confirm.isPending}>
            Confirmer
          </SavingButton>
        </>
      }
    >
      <form id={formId} onSubmit={submit} noValidate>
        <Stack>
          <Text>
            Cette action est protégée. Votre confirmation vaut dix minutes, pour cette session seulement ;
            ensuite, l’action reprend là où elle en était.
          </Text>
          {Object.keys(refused).length === 0 && <ErrorAlert error={confirm.error} />}
          <PasswordField
            required
            maw={420}
            label="Votre mot de passe"
            autoComplete="current-password"
            data-autofocus
            value={password}
            error={missing.password ?? refused.password}
            onChange={typed(setPassword)}
          />
          {asksCode && (
            <TextInput
              label="Code de vérification"
              description="Les six chiffres de votre application d’authentification, ou un code de récupération."
              required
              autoComplete="one-time-code"
              autoCapitalize="off"
              spellCheck={false}
              maxLength={32}
              maw={420}
              value={code}
              error={missing.code ?? refused.code}
              onChange={typed(setCode)}
            />
          )}
        </Stack>
      </form>
    </AdminDialog>
  );
}

export function useConfirmIdentity() {
  return useMutation({
    mutationFn: (json: ConfirmIdentity) => unwrap(api.api.auth["confirm-password"].$post({ json })),
  });
}
