import { Alert, Anchor, Button, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { IconCheck } from "@tabler/icons-react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Link, useLocation, useNavigate } from "react-router";
import { adminMessages } from "#contract/admins.ts";
import { passwordProblem } from "#contract/admins-password.ts";
import { SavingButton } from "#web/admin/ui/buttons.tsx";
import { ErrorAlert, LoadingText } from "#web/admin/ui/feedback.tsx";
import { focusFirstError, showRefusal } from "#web/admin/ui/focus.ts";
import { PasswordField } from "#web/admin/ui/password-field.tsx";
import { RequiredNote } from "#web/admin/ui/required-note.tsx";
import { screenAddress } from "#web/admin/ui/screen-address.ts";
import { ShownError } from "#web/lib/api.ts";
import { linkOwnerQuery, useRedeemLink, useSignIn } from "./sign-in.api.ts";
import classes from "./sign-in.module.css";
import { fieldErrors, readFragment, SignInPage } from "./sign-in-page.tsx";

/** The screen behind a one-time link: the owner of the e-mail address chooses a password. */
export default function ActivateScreen() {
  const token = readFragment(useLocation().hash, "token");
  return (
    <SignInPage title="Choisir un mot de passe" subtitle="Il servira à vous connecter à l’administration.">
      <LinkedAccount key={token} token={token} />
    </SignInPage>
  );
}

/** Loads the account of the link, so that an invalid link is reported before any input. */
function LinkedAccount({ token }: { token: string }) {
  const [redeemed, setRedeemed] = useState(false);
  const owner = useQuery({ ...linkOwnerQuery(token), enabled: token !== "" });
  if (redeemed) return <Activated />;
  return (
    <>
      {token === "" && <ErrorAlert error={new ShownError(adminMessages.linkInvalid)} />}
      {owner.isLoading && <LoadingText>Vérification du lien…</LoadingText>}
      <ErrorAlert
        error={linkProblem(owner.error)}
        {...(!isLinkDead(owner.error) && { onRetry: () => void owner.refetch() })}
      />
      {owner.isSuccess && (
        <ActivateForm token={token} email={owner.data.email} onRedeemed={() => setRedeemed(true)} />
      )}
      <Anchor component={Link} to="/admin">
        Retour à la connexion
      </Anchor>
    </>
  );
}

/** Appears when the account also needs a code, or when the automatic sign-in failed. */
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

const problemMessages = {
  too_short: adminMessages.passwordTooShort,
  too_long: adminMessages.passwordTooLong,
} as const;

type ActivateFormProps = { token: string; email: string; onRedeemed: () => void };

/** The account is named, so that no password is set for another person's account. */
function ActivateForm({ token, email, onRedeemed }: ActivateFormProps) {
  const redeem = useRedeemLink();
  const signIn = useSignIn();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
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
  const enter = (password: string) =>
    signIn.mutate(
      { email, password },
      {
        onSuccess: ({ twoFactorRedirect }) => {
          if (twoFactorRedirect) return onRedeemed();
          queryClient.removeQueries({ type: "inactive" }); // data of an earlier session
          void navigate(screenAddress(""), { replace: true });
        },
        onError: onRedeemed,
      },
    );
  const submit = form.onSubmit(
    ({ newPassword }) =>
      redeem.mutate(
        { token, newPassword },
        { onSuccess: () => enter(newPassword), onError: (error) => showRefusal(form, error) },
      ),
    focusFirstError,
  );
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <ErrorAlert error={linkProblem(redeem.error)} />
      <RequiredNote />
      <TextInput label="Compte" type="email" autoComplete="username" readOnly value={email} />
      <Text size="sm" c="dimmed">
        12 caractères au moins. Plusieurs mots sans lien font un bon mot de passe ; les espaces sont permises.
      </Text>
      <PasswordField
        label="Mot de passe"
        autoComplete="new-password"
        required
        key={form.key("newPassword")}
        {...form.getInputProps("newPassword")}
      />
      <PasswordField
        label="Encore une fois"
        autoComplete="new-password"
        required
        visibilityToggleButtonProps={{ "aria-label": "Afficher ou masquer la seconde saisie" }}
        key={form.key("again")}
        {...form.getInputProps("again")}
      />
      <SavingButton type="submit" size="md" loading={redeem.isPending || signIn.isPending}>
        Enregistrer le mot de passe
      </SavingButton>
    </form>
  );
}

/** The error of an expired link, which is shown above the form because it concerns no field. */
function linkProblem(error: Error | null): Error | null {
  return isLinkDead(error) ? new ShownError(fieldErrors(error).token) : error;
}

/** True when the link is invalid for good, so that retrying is useless. */
function isLinkDead(error: Error | null): boolean {
  return fieldErrors(error).token !== undefined;
}
