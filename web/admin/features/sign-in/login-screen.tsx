import { Button, Code, TextInput } from "@mantine/core";
import { isNotEmpty, useForm } from "@mantine/form";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { Navigate, useLocation, useNavigate } from "react-router";
import { adminMessages } from "#contract/admins.ts";
import { isEmailAddress } from "#contract/email-address.ts";
import { requestMessages } from "#contract/errors.ts";
import { answerMessages } from "#contract/questions/answer-messages.ts";
import { SavingButton } from "#web/admin/ui/buttons.tsx";
import { English } from "#web/admin/ui/english.tsx";
import { ErrorAlert } from "#web/admin/ui/feedback.tsx";
import { focusFirstError, focusRefusedField, showRefusal } from "#web/admin/ui/focus.ts";
import { PasswordField } from "#web/admin/ui/password-field.tsx";
import { RequiredNote } from "#web/admin/ui/required-note.tsx";
import { readSignInState } from "#web/admin/ui/session.api.ts";
import { ApiFailure, failureMessage, ShownError } from "#web/lib/api.ts";
import { FirstStartNotice } from "./setup-screen.tsx";
import { sessionQuery, useRequestLink, useSignIn } from "./sign-in.api.ts";
import classes from "./sign-in.module.css";
import { CodeForm, fieldErrors, SignInPage } from "./sign-in-page.tsx";

/** 'Admin space': asks for the password, then for the code when the account needs one. */
export default function LoginScreen() {
  const [step, setStep] = useState<"password" | "code">("password");
  const location = useLocation();
  const { from, sessionEnded } = readSignInState(location.state);
  const [notice, setNotice] = useState<Error | null>(
    sessionEnded ? new ShownError(requestMessages.unauthenticated) : null,
  );
  const [linkWanted, setLinkWanted] = useState<LinkWanted | null>(null);
  const session = useQuery(sessionQuery);
  const queryClient = useQueryClient();
  const navigate = useNavigate();

  // The cache of an earlier session is cleared for the next admin.
  useEffect(() => queryClient.removeQueries({ type: "inactive" }), [queryClient]);

  if (session.data) return <Navigate to={from} replace />;

  const restart = (reason: Error | null) => {
    setNotice(reason);
    setStep("password");
  };
  /** Checks that the session exists, because sign-in also succeeds in a browser that refuses its cookie. */
  const enter = async () => {
    queryClient.removeQueries({ queryKey: ["current-admin"] });
    const entered = await queryClient.fetchQuery(sessionQuery).catch((error: Error) => error);
    if (entered instanceof Error)
      return restart(new ShownError(failureMessage(entered, adminMessages.signInFailed)));
    if (entered === null) return restart(new ShownError(adminMessages.noUser));
    await navigate(from, { replace: true });
  };
  return (
    <SignInPage
      title={<English>Admin space</English>}
      subtitle={
        <>
          <English>access reserved to administrators</English>
          <br />
          Espace d’administration, accès réservé aux administrateurs
        </>
      }
    >
      <FirstStartNotice />
      {step === "password" ? (
        <PasswordForm
          notice={notice}
          onEntered={enter}
          onCodeAsked={() => setStep("code")}
          onLinkWanted={(email) => setLinkWanted({ email })}
        />
      ) : (
        <CodeForm onEntered={enter} onBack={restart} />
      )}
      <ForgottenPassword wanted={linkWanted} />
    </SignInPage>
  );
}

type PasswordFormProps = {
  /** The reason for a repeated sign-in. */
  notice: Error | null;
  onEntered: () => void;
  onCodeAsked: () => void;
  /** An admin who is throttled asks for a link by e-mail to this address. */
  onLinkWanted: (email: string) => void;
};

function PasswordForm({ notice, onEntered, onCodeAsked, onLinkWanted }: PasswordFormProps) {
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
      <RequiredNote />
      <TextInput
        label="E-mail"
        type="email"
        autoComplete="username"
        required
        key={form.key("email")}
        {...form.getInputProps("email")}
      />
      <PasswordField
        label="Mot de passe"
        autoComplete="current-password"
        required
        key={form.key("password")}
        {...form.getInputProps("password")}
      />
      <SavingButton type="submit" size="md" loading={signIn.isPending}>
        Se connecter
      </SavingButton>
    </form>
  );
}

/** A request for a link from another part of the screen, with the address that was typed there. */
export type LinkWanted = { email: string };

function ForgottenPassword({ wanted }: { wanted: LinkWanted | null }) {
  const request = useRequestLink();
  const details = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    if (!wanted || !details.current) return;
    details.current.open = true;
    details.current.querySelector("input")?.focus();
  }, [wanted]);
  return (
    <details ref={details} className={classes.aside}>
      <summary>Mot de passe oublié ?</summary>
      <RequestForm key={wanted?.email} initialEmail={wanted?.email ?? ""} request={request} />
      <div role="status">
        {request.isSuccess && (
          <p>
            Si cette adresse est celle d’un compte actif, un lien lui a été envoyé. Il sert une seule fois,
            pendant 24 heures.
          </p>
        )}
      </div>
      <p>
        Rien reçu ? Regardez parmi les indésirables, puis demandez un nouveau lien à un super administrateur :
        il le trouve dans la gestion des utilisateurs. Sur le serveur, la commande{" "}
        <Code>tenue admin invite votre@email</Code> en donne un aussi.
      </p>
    </details>
  );
}

type FormProps = { initialEmail: string; request: ReturnType<typeof useRequestLink> };

function RequestForm({ initialEmail, request }: FormProps) {
  const [email, setEmail] = useState(initialEmail);
  const [problem, setProblem] = useState<string | null>(null);
  const refused = fieldErrors(request.error).email;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const address = email.trim();
    const form = event.currentTarget;
    if (isEmailAddress(address)) {
      return request.mutate({ email: address }, { onError: () => focusRefusedField(form) });
    }
    setProblem(address === "" ? adminMessages.emailRequired : answerMessages.emailInvalid);
    focusRefusedField(form);
  };
  return (
    <form className={classes.request} onSubmit={submit} noValidate aria-label="Mot de passe oublié">
      {!refused && <ErrorAlert error={request.error} />}
      <TextInput
        label="Adresse de votre compte"
        type="email"
        autoComplete="username"
        required
        value={email}
        error={problem ?? refused}
        onChange={(event) => {
          setEmail(event.currentTarget.value);
          setProblem(null);
          request.reset();
        }}
      />
      <SavingButton type="submit" variant="default" loading={request.isPending}>
        Recevoir un lien par e-mail
      </SavingButton>
    </form>
  );
}
