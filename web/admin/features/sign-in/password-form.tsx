import { Button, PasswordInput, TextInput } from "@mantine/core";
import { isNotEmpty, useForm } from "@mantine/form";
import { adminMessages } from "#contract/admins.ts";
import { ErrorAlert } from "#web/admin/ui/error-alert.tsx";
import { focusFirstError, showRefusal } from "#web/admin/ui/focus-field.ts";
import { SavingButton } from "#web/admin/ui/saving-button.tsx";
import { ApiFailure } from "#web/lib/api.ts";
import { useSignIn } from "./sign-in.api.ts";
import classes from "./sign-in.module.css";

type Props = {
  /** Why somebody has to sign in again, if so. */
  notice: Error | null;
  onEntered: () => void;
  onCodeAsked: () => void;
  /** Somebody who is held up wants a link by e-mail to this address. */
  onLinkWanted: (email: string) => void;
};

export function PasswordForm({ notice, onEntered, onCodeAsked, onLinkWanted }: Props) {
  const signIn = useSignIn();
  const form = useForm({
    mode: "uncontrolled",
    initialValues: { email: "", password: "" },
    validate: {
      email: isNotEmpty(adminMessages.emailRequired),
      password: isNotEmpty(adminMessages.passwordRequired),
    },
  });
  const submit = form.onSubmit(
    (values) =>
      signIn.mutate(values, {
        onSuccess: ({ twoFactorRedirect }) => (twoFactorRedirect ? onCodeAsked() : onEntered()),
        onError: (error) => showRefusal(form, error),
      }),
    focusFirstError,
  );
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <ErrorAlert error={signIn.error} fallback={adminMessages.signInFailed} />
      {signIn.error instanceof ApiFailure && signIn.error.status === 429 && (
        <Button variant="default" onClick={() => onLinkWanted(form.getValues().email)}>
          Recevoir un lien par e-mail
        </Button>
      )}
      {!signIn.error && !signIn.isPending && <ErrorAlert error={notice} />}
      <TextInput
        label="E-mail"
        type="email"
        autoComplete="username"
        required
        key={form.key("email")}
        {...form.getInputProps("email")}
      />
      <PasswordInput
        label="Mot de passe"
        autoComplete="current-password"
        required
        visibilityToggleButtonProps={{ "aria-label": "Afficher ou masquer le mot de passe", tabIndex: 0 }}
        key={form.key("password")}
        {...form.getInputProps("password")}
      />
      <SavingButton type="submit" size="md" loading={signIn.isPending}>
        Se connecter
      </SavingButton>
    </form>
  );
}
