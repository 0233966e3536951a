import { Group, Stack } from "@mantine/core";
import { isNotEmpty, useForm } from "@mantine/form";
import { notifications } from "@mantine/notifications";
import { adminMessages } from "#contract/admins.ts";
import { passwordProblem } from "#contract/admins-password.ts";
import { limits } from "#contract/limits.ts";
import { ErrorAlert } from "#web/admin/ui/error-alert.tsx";
import { focusFirstError, showRefusal } from "#web/admin/ui/focus-field.ts";
import { SavingButton } from "#web/admin/ui/saving-button.tsx";
import { SecretInput } from "#web/admin/ui/secret-input.tsx";
import { ApiFailure } from "#web/lib/api.ts";
import { useChangePassword } from "./account.api.ts";
import { AccountSection } from "./account-section.tsx";

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
          <SecretInput
            label="Mot de passe actuel"
            autoComplete="current-password"
            {...form.getInputProps("currentPassword")}
          />
          <SecretInput
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
