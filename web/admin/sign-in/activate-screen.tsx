import { Alert, Anchor, Button, PasswordInput, Text } from "@mantine/core";
import { useForm } from "@mantine/form";
import { IconCheck } from "@tabler/icons-react";
import { Link, useSearchParams } from "react-router";
import { adminMessages } from "#contract/admins.ts";
import { passwordProblem } from "#contract/admins-password.ts";
import { ErrorAlert } from "../shell/error-alert.tsx";
import { fieldErrors } from "./field-errors.ts";
import { useRedeemLink } from "./sign-in.api.ts";
import classes from "./sign-in.module.css";
import { SignInPage } from "./sign-in-page.tsx";

const problemMessages = {
  too_short: adminMessages.passwordTooShort,
  too_long: adminMessages.passwordTooLong,
} as const;

/** Where a one-time link leads: the owner of the address chooses the password. */
export default function ActivateScreen() {
  const [query] = useSearchParams();
  const token = query.get("token") ?? "";
  const redeem = useRedeemLink();
  return (
    <SignInPage title="Choisir un mot de passe" subtitle="Il ouvrira votre espace d’administration.">
      {token === "" && <ErrorAlert error={new Error(adminMessages.linkInvalid)} />}
      {token !== "" && !redeem.isSuccess && <ActivateForm token={token} redeem={redeem} />}
      {redeem.isSuccess ? (
        <Activated />
      ) : (
        <Anchor component={Link} to="/admin">
          Retour à la connexion
        </Anchor>
      )}
    </SignInPage>
  );
}

type FormProps = { token: string; redeem: ReturnType<typeof useRedeemLink> };

function ActivateForm({ token, redeem }: FormProps) {
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
  const submit = form.onSubmit(({ newPassword }) =>
    redeem.mutate({ token, newPassword }, { onError: (error) => form.setErrors(fieldErrors(error)) }),
  );
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <ErrorAlert error={linkProblem(redeem.error)} />
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
      <Button type="submit" size="md" loading={redeem.isPending}>
        Enregistrer le mot de passe
      </Button>
    </form>
  );
}

/** A link that no longer works is nobody's input: its message stands above the form. */
function linkProblem(error: Error | null): Error | null {
  const { token } = fieldErrors(error);
  return token ? new Error(token) : error;
}

function Activated() {
  return (
    <>
      <Alert
        role="status"
        variant="light"
        color="green"
        title="Votre mot de passe est enregistré"
        icon={<IconCheck aria-hidden />}
      >
        Votre compte est prêt.
      </Alert>
      <Button component={Link} to="/admin" size="md">
        Se connecter
      </Button>
    </>
  );
}
