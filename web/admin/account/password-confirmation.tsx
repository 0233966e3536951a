import { Button, Stack, Text } from "@mantine/core";
import { type FormEvent, type ReactNode, useId, useState } from "react";
import { adminMessages } from "#contract/admins.ts";
import { ApiFailure } from "#web/lib/api.ts";
import { AdminDialog } from "../shell/admin-dialog.tsx";
import { ErrorAlert } from "../shell/error-alert.tsx";
import { SecretInput } from "./secret-input.tsx";

type Props = {
  title: string;
  action: string;
  danger?: boolean;
  call: { error: Error | null; isPending: boolean };
  children: ReactNode;
  onConfirm: (password: string) => void;
  onClose: () => void;
};

/** Asks for the password again before something that an open browser alone must not be able to do. */
export function PasswordConfirmation({ title, action, danger, call, children, onConfirm, onClose }: Props) {
  const formId = useId();
  const [password, setPassword] = useState("");
  const [missing, setMissing] = useState(false);
  const wrong = call.error instanceof ApiFailure ? call.error.fields.password : undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setMissing(password === "");
    if (password !== "") onConfirm(password);
  };
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
          <Button type="submit" form={formId} loading={call.isPending} {...(danger && { color: "red" })}>
            {action}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} noValidate>
        <Stack>
          <Text>{children}</Text>
          {!wrong && <ErrorAlert error={call.error} />}
          <SecretInput
            label="Votre mot de passe"
            autoComplete="current-password"
            data-autofocus
            value={password}
            error={missing ? adminMessages.passwordRequired : wrong}
            onChange={(event) => {
              setPassword(event.currentTarget.value);
              setMissing(false);
            }}
          />
        </Stack>
      </form>
    </AdminDialog>
  );
}
