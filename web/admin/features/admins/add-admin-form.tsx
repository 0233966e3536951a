import { Card, Checkbox, Group, Stack, TextInput, Title } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { IconLink } from "@tabler/icons-react";
import { type FormEvent, useState } from "react";
import type { Admin } from "#contract/admins.schema.ts";
import { adminMessages } from "#contract/admins.ts";
import { isEmailAddress } from "#contract/email-address.ts";
import { answerMessages } from "#contract/questions/answer-messages.ts";
import { SavingButton } from "#web/admin/ui/buttons.tsx";
import { English } from "#web/admin/ui/english.tsx";
import { ErrorAlert } from "#web/admin/ui/feedback.tsx";
import { focusRefusedField } from "#web/admin/ui/focus.ts";
import { RequiredNote } from "#web/admin/ui/required-note.tsx";
import { ShownOnce } from "#web/admin/ui/shown-once.tsx";
import { ApiFailure, hasAnswered } from "#web/lib/api.ts";
import { formatDateTime } from "#web/lib/format.ts";
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
      setProblem(answerMessages.emailInvalid);
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
          <ErrorAlert
            error={add.error}
            sentence={adminMessages.creationFailed}
            fallback={
              hasAnswered(add.error) ? (
                <English sense="le compte n’a pas pu être créé">{adminMessages.createFailed}</English>
              ) : (
                <English sense="une erreur inattendue est survenue">{adminMessages.unexpected}</English>
              )
            }
            onClose={add.reset}
          />
          <RequiredNote />
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
              if (add.isError) add.reset(); // while the request runs, it would take the answer away
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

export type IssuedLink = { email: string; activationLink: string; expiresAt: string; emailed: boolean };

/** Shows the link only once: the server keeps it in a form that cannot be read back. */
export function ActivationLink({ link, onClose }: { link: IssuedLink; onClose: () => void }) {
  return (
    <ShownOnce
      title={`Lien d’activation de ${link.email}`}
      icon={<IconLink aria-hidden />}
      noun="lien"
      value={link.activationLink}
      onClose={onClose}
    >
      {link.emailed
        ? "Ce lien vient d’être envoyé par e-mail à cette personne. Vous pouvez aussi le lui transmettre"
        : "Transmettez ce lien à cette personne"}
      {"\u00a0: elle"} y choisit son mot de passe. Il sert une seule fois, jusqu’au{" "}
      {formatDateTime(link.expiresAt)}. Un lien précédent n’est plus valable.
    </ShownOnce>
  );
}
