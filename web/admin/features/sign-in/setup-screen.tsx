import { Alert, Anchor, TextInput } from "@mantine/core";
import { isNotEmpty, useForm } from "@mantine/form";
import { IconCircleCheck, IconSparkles } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { flushSync } from "react-dom";
import { Link, useNavigate } from "react-router";
import { adminMessages } from "#contract/admins.ts";
import { SavingButton } from "#web/admin/ui/buttons.tsx";
import { English } from "#web/admin/ui/english.tsx";
import { ErrorAlert } from "#web/admin/ui/feedback.tsx";
import { focusFirstError, showRefusal } from "#web/admin/ui/focus.ts";
import { RequiredNote } from "#web/admin/ui/required-note.tsx";
import { hasAnswered } from "#web/lib/api.ts";
import { setUpStateQuery, useSetUp } from "./sign-in.api.ts";
import classes from "./sign-in.module.css";
import { fieldErrors, SignInPage, useUrlFragment } from "./sign-in-page.tsx";

/** Creates the first administrator. The address printed on the console contains the code. Afterwards the password is chosen. */
export default function SetUpScreen() {
  const code = useUrlFragment("code");
  const state = useQuery(setUpStateQuery);
  return (
    <SignInPage title={<English>Admin Setup</English>} subtitle="Créer le premier utilisateur administrateur">
      {state.data?.required === false ? (
        <Alert role="status" variant="light" color="blue" icon={<IconCircleCheck aria-hidden />}>
          {adminMessages.setupDone}
        </Alert>
      ) : (
        <SetUpForm key={code} brought={code} />
      )}
      <Anchor component={Link} to="/admin">
        Retour à la connexion
      </Anchor>
    </SignInPage>
  );
}

function SetUpForm({ brought }: { brought: string }) {
  const setUp = useSetUp();
  const state = useQuery(setUpStateQuery);
  const navigate = useNavigate();
  const [asksCode, setAsksCode] = useState(brought === "");
  const form = useForm({
    mode: "uncontrolled",
    initialValues: { email: "", code: brought },
    validate: {
      email: isNotEmpty(adminMessages.emailRequired),
      // The code is required only while the first administrator is missing. Otherwise the server answers that the set-up is done.
      code: (code) => (code.trim() === "" && state.data?.required ? adminMessages.setupCodeRequired : null),
    },
  });
  const submit = form.onSubmit(
    (values) =>
      setUp.mutate(values, {
        // The link contains the public address, but this browser stays on the address that it uses.
        onSuccess: ({ activationLink }) =>
          void navigate({ pathname: "/admin/activate", hash: new URL(activationLink).hash }),
        onError: (error) => {
          if (fieldErrors(error).code) flushSync(() => setAsksCode(true));
          showRefusal(form, error);
        },
      }),
    focusFirstError,
  );
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      {!fieldErrors(setUp.error).code && (
        <ErrorAlert
          error={setUp.error}
          fallback={
            hasAnswered(setUp.error) ? (
              <English sense="le premier compte n’a pas pu être créé">{adminMessages.setupFailed}</English>
            ) : (
              <English sense="une erreur inattendue est survenue">{adminMessages.unexpected}</English>
            )
          }
        />
      )}
      <RequiredNote />
      <TextInput
        label="E-mail"
        type="email"
        autoComplete="email"
        required
        key={form.key("email")}
        {...form.getInputProps("email")}
      />
      {asksCode && (
        <TextInput
          label="Code de mise en service"
          description="La console du serveur l’affiche à chaque démarrage, tant qu’il n’y a pas d’administrateur."
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          required
          key={form.key("code")}
          {...form.getInputProps("code")}
        />
      )}
      <SavingButton type="submit" size="md" loading={setUp.isPending}>
        Créer Admin
      </SavingButton>
    </form>
  );
}

/** Also shown when the state cannot be read, because the first start must be possible. */
export function FirstStartNotice() {
  const state = useQuery(setUpStateQuery);
  if (state.isPending || (state.data && !state.data.required)) return null;
  return (
    <Alert variant="light" color="blue" icon={<IconSparkles aria-hidden />}>
      <Anchor component={Link} to="/admin/setup" c="inherit" underline="always">
        <English>first start? you must configure an admin account</English>
      </Anchor>
      <br />
      Premier démarrage ? Créez d’abord un compte d’administrateur.
    </Alert>
  );
}
