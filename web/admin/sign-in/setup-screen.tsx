import { Alert, Anchor, Button, TextInput } from "@mantine/core";
import { isNotEmpty, useForm } from "@mantine/form";
import { IconTerminal2 } from "@tabler/icons-react";
import { Link } from "react-router";
import { adminMessages } from "#contract/admins.ts";
import { ErrorAlert } from "../shell/error-alert.tsx";
import { fieldErrors } from "./field-errors.ts";
import { useSetUp } from "./sign-in.api.ts";
import classes from "./sign-in.module.css";
import { SignInPage } from "./sign-in-page.tsx";

/** 'Admin Setup': makes the first administrator; the link that lets them in is on the server's console alone. */
export default function SetupScreen() {
  const setUp = useSetUp();
  return (
    <SignInPage title="Admin Setup" subtitle="Créer le premier utilisateur administrateur">
      {setUp.data ? <SetUpDone email={setUp.data.email} /> : <SetUpForm setUp={setUp} />}
      <Anchor component={Link} to="/admin">
        Retour à la connexion
      </Anchor>
    </SignInPage>
  );
}

function SetUpForm({ setUp }: { setUp: ReturnType<typeof useSetUp> }) {
  const form = useForm({
    mode: "uncontrolled",
    initialValues: { email: "" },
    validate: { email: isNotEmpty(adminMessages.emailRequired) },
  });
  const submit = form.onSubmit((values) =>
    setUp.mutate(values, { onError: (error) => form.setErrors(fieldErrors(error)) }),
  );
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <ErrorAlert error={setUp.error} fallback={adminMessages.setupFailed} />
      <TextInput
        label="Email"
        type="email"
        autoComplete="email"
        required
        key={form.key("email")}
        {...form.getInputProps("email")}
      />
      <Button type="submit" size="md" loading={setUp.isPending}>
        Créer Admin
      </Button>
    </form>
  );
}

function SetUpDone({ email }: { email: string }) {
  return (
    <Alert
      role="status"
      variant="light"
      color="green"
      title="L’administrateur est créé"
      icon={<IconTerminal2 aria-hidden />}
    >
      Le lien d’activation pour <strong>{email}</strong> est affiché sur la console du serveur, et nulle part
      ailleurs. Il sert une fois, pendant 24 heures. Après l’activation, connectez-vous dans l’
      <Anchor component={Link} to="/admin" inherit c="inherit" underline="always">
        espace d’administration
      </Anchor>
      .
    </Alert>
  );
}
