import { Card, Group, Stack, Text, Title } from "@mantine/core";
import { isNotEmpty, useForm } from "@mantine/form";
import { notifications } from "@mantine/notifications";
import { type ReactNode, useId } from "react";
import { adminMessages } from "#contract/admins.ts";
import { passwordProblem } from "#contract/admins-password.ts";
import { limits } from "#contract/limits.ts";
import { SavingButton } from "#web/admin/ui/buttons.tsx";
import { DescribedSwitch } from "#web/admin/ui/controls.tsx";
import { ErrorAlert } from "#web/admin/ui/feedback.tsx";
import { focusFirstError, showRefusal } from "#web/admin/ui/focus.ts";
import { PasswordField } from "#web/admin/ui/password-field.tsx";
import { RequiredNote } from "#web/admin/ui/required-note.tsx";
import { useChangePreferences, useCurrentAdmin } from "#web/admin/ui/session.api.ts";
import { ApiFailure } from "#web/lib/api.ts";
import { useChangePassword } from "./account.api.ts";

type AccountSectionProps = { title: string; about?: string; children: ReactNode };

/** One section of the account screen: a heading, a sentence, and the controls. */
export function AccountSection({ title, about, children }: AccountSectionProps) {
  const id = useId();
  return (
    <Card withBorder component="section" aria-labelledby={id}>
      <Stack>
        <div>
          <Title order={2} id={id}>
            {title}
          </Title>
          {about && <Text c="dimmed">{about}</Text>}
        </div>
        {children}
      </Stack>
    </Card>
  );
}

const problems = {
  too_short: adminMessages.passwordTooShort,
  too_long: adminMessages.passwordTooLong,
};

function newPasswordError(password: string): string | null {
  const problem = passwordProblem(password);
  return problem && problems[problem];
}

export function PasswordSection() {
  const change = useChangePassword();
  const form = useForm({
    mode: "controlled",
    initialValues: { currentPassword: "", newPassword: "" },
    validate: {
      currentPassword: isNotEmpty(adminMessages.passwordRequired),
      newPassword: newPasswordError,
    },
  });
  const submit = form.onSubmit(
    (values) =>
      change.mutate(values, {
        onSuccess: () => {
          form.reset();
          notifications.show({ color: "green", message: "Votre mot de passe est modifié." });
        },
        onError: (error) => showRefusal(form, error),
      }),
    focusFirstError,
  );
  const shownBeside = change.error instanceof ApiFailure && Object.keys(change.error.fields).length > 0;

  return (
    <AccountSection title="Mot de passe" about="Le modifier termine toutes vos autres sessions.">
      <form onSubmit={submit} noValidate>
        <Stack>
          {!shownBeside && <ErrorAlert error={change.error} onClose={change.reset} />}
          <RequiredNote />
          <PasswordField
            required
            maw={420}
            label="Mot de passe actuel"
            autoComplete="current-password"
            {...form.getInputProps("currentPassword")}
          />
          <PasswordField
            required
            maw={420}
            label="Nouveau mot de passe"
            description={`${limits.passwordMin} caractères au minimum. Plusieurs mots sans lien font un bon mot de passe.`}
            autoComplete="new-password"
            {...form.getInputProps("newPassword")}
          />
          <Group>
            <SavingButton type="submit" loading={change.isPending}>
              Modifier le mot de passe
            </SavingButton>
          </Group>
        </Stack>
      </form>
    </AccountSection>
  );
}

/** Single-letter keys disturb admins who dictate or press keys by accident (WCAG 2.1.4). */
export function KeysSection() {
  const { preferences } = useCurrentAdmin();
  const change = useChangePreferences();
  return (
    <AccountSection title="Raccourcis" about="« ? » les montre tous.">
      <DescribedSwitch
        label="Raccourcis à une lettre"
        description="A approuve, R rejette, J et K vont d’une inscription à l’autre. Sans eux, les flèches et les boutons restent."
        checked={preferences.singleKeys}
        onChange={({ currentTarget }) => change.mutate({ singleKeys: currentTarget.checked })}
      />
      <ErrorAlert error={change.error} onClose={change.reset} />
    </AccountSection>
  );
}
