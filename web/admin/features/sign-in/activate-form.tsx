import { PasswordInput, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { adminMessages } from "#contract/admins.ts";
import { passwordProblem } from "#contract/admins-password.ts";
import { ErrorAlert } from "#web/admin/ui/error-alert.tsx";
import { focusFirstError, showRefusal } from "#web/admin/ui/focus-field.ts";
import { SavingButton } from "#web/admin/ui/saving-button.tsx";
import { linkProblem } from "./link-problem.ts";
import { useRedeemLink } from "./sign-in.api.ts";
import classes from "./sign-in.module.css";

const problemMessages = {
  too_short: adminMessages.passwordTooShort,
  too_long: adminMessages.passwordTooLong,
} as const;

type Props = { token: string; email: string; onRedeemed: () => void };

/** The account is named, so that nobody gives a password to somebody else's. */
export function ActivateForm({ token, email, onRedeemed }: Props) {
  const redeem = useRedeemLink();
  const form = useForm({
    mode: "uncontrolled",
    initialValues: { newPassword: "", again: "" },
    validate: {
      newPassword: (password) => {
        const problem = passwordProblem(password);
        return problem && problemMessages[problem];
      },
      again: (again, { newPassword }) => (again === newPassword ? null : "Les deux saisies diffèrent"),
    },
  });
  const submit = form.onSubmit(
    ({ newPassword }) =>
      redeem.mutate(
        { token, newPassword },
        { onSuccess: onRedeemed, onError: (error) => showRefusal(form, error) },
      ),
    focusFirstError,
  );
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <ErrorAlert error={linkProblem(redeem.error)} />
      <TextInput label="Compte" type="email" autoComplete="username" readOnly value={email} />
      <Text size="sm" c="dimmed">
        12 caractères au moins. Plusieurs mots sans lien font un bon mot de passe ; les espaces sont permises.
      </Text>
      <PasswordInput
        label="Mot de passe"
        autoComplete="new-password"
        required
        visibilityToggleButtonProps={{ "aria-label": "Afficher ou masquer le mot de passe", tabIndex: 0 }}
        key={form.key("newPassword")}
        {...form.getInputProps("newPassword")}
      />
      <PasswordInput
        label="Encore une fois"
        autoComplete="new-password"
        required
        visibilityToggleButtonProps={{ "aria-label": "Afficher ou masquer la seconde saisie", tabIndex: 0 }}
        key={form.key("again")}
        {...form.getInputProps("again")}
      />
      <SavingButton type="submit" size="md" loading={redeem.isPending}>
        Enregistrer le mot de passe
      </SavingButton>
    </form>
  );
}
