import { Card, Checkbox, Group, Stack, TextInput, Title } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { type FormEvent, useState } from "react";
import type { Admin } from "#contract/admins.schema.ts";
import { adminMessages } from "#contract/admins.ts";
import { isEmailAddress } from "#contract/email-address.ts";
import { ErrorAlert } from "#web/admin/ui/error-alert.tsx";
import { focusRefusedField } from "#web/admin/ui/focus-field.ts";
import { SavingButton } from "#web/admin/ui/saving-button.tsx";
import { ApiFailure } from "#web/lib/api.ts";
import { useAddAdmin } from "./admins.api.ts";

type Added = { admin: Admin; activationLink: string; expiresAt: string; emailed: boolean };

export function AddAdminForm({ onAdded }: { onAdded: (added: Added) => void }) {
  const add = useAddAdmin();
  const [email, setEmail] = useState("");
  const [isSuperAdmin, setSuperAdmin] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const serverProblem = add.error instanceof ApiFailure ? add.error.fields.email : undefined;

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const address = email.trim();
    const form = event.currentTarget;
    if (!isEmailAddress(address)) {
      setProblem(adminMessages.emailInvalid);
      return focusRefusedField(form);
    }
    add.mutate(
      { email: address, isSuperAdmin },
      {
        onSuccess: (added) => {
          notifications.show({ color: "green", message: adminMessages.created(added.admin.email) });
          setEmail("");
          setSuperAdmin(false);
          onAdded(added);
        },
        onError: () => focusRefusedField(form),
      },
    );
  };

  return (
    <Card withBorder component="section" aria-labelledby="add-admin-title">
      <form onSubmit={submit} noValidate>
        <Stack>
          <Title order={2} id="add-admin-title">
            Ajouter un administrateur
          </Title>
          {!serverProblem && (
            <ErrorAlert error={add.error} fallback={adminMessages.creationFailed} onClose={add.reset} />
          )}
          <TextInput
            label="E-mail"
            type="email"
            required
            autoComplete="off"
            maw={420}
            value={email}
            error={problem ?? serverProblem}
            onChange={(event) => {
              setEmail(event.currentTarget.value);
              setProblem(null);
              add.reset();
            }}
          />
          <Checkbox
            label="Super Administrateur"
            description="Gère aussi les administrateurs et lit le journal"
            checked={isSuperAdmin}
            onChange={(event) => setSuperAdmin(event.currentTarget.checked)}
          />
          <Group>
            <SavingButton type="submit" disabled={email.trim() === ""} loading={add.isPending}>
              Ajouter
            </SavingButton>
          </Group>
        </Stack>
      </form>
    </Card>
  );
}
