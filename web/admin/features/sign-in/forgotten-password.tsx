import { Code, TextInput } from "@mantine/core";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { adminMessages } from "#contract/admins.ts";
import { isEmailAddress } from "#contract/email-address.ts";
import { ErrorAlert } from "#web/admin/ui/error-alert.tsx";
import { focusRefusedField } from "#web/admin/ui/focus-field.ts";
import { SavingButton } from "#web/admin/ui/saving-button.tsx";
import { fieldErrors } from "./field-errors.ts";
import { useRequestLink } from "./sign-in.api.ts";
import classes from "./sign-in.module.css";

/** Asked for from elsewhere on the screen, for an address that was typed there. */
export type LinkWanted = { email: string };

export function ForgottenPassword({ wanted }: { wanted: LinkWanted | null }) {
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
    setProblem(address === "" ? adminMessages.emailRequired : adminMessages.emailInvalid);
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
