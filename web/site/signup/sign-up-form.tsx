import { type FormEvent, useEffect, useRef } from "react";
import { questionsFor } from "#contract/questionnaire.ts";
import { signupMessages } from "#contract/signup.ts";
import buttons from "../parts/button.module.css";
import { dataNoticeId } from "./data-notice-id.ts";
import styles from "./sign-up.module.css";
import { SignUpFields } from "./sign-up-fields.tsx";
import { TrapField } from "./trap-field.tsx";
import type { SignUp } from "./use-sign-up.ts";

export function SignUpForm({ signUp }: { signUp: SignUp }) {
  const { form, phase, problem, refusals, errors, questions, status, retry, trap } = signUp;
  const ref = useRef<HTMLFormElement>(null);
  const submitting = phase === "submitting";

  // After a refusal: to the first field that is wrong, else to the error box.
  useEffect(() => {
    if (refusals === 0) return;
    const first = (selector: string) => ref.current?.querySelector<HTMLElement>(selector);
    const wrong =
      first(':is(input, select, textarea)[aria-invalid="true"], [data-invalid] input') ??
      first('[role="alert"]');
    wrong?.focus();
  }, [refusals]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!submitting) void signUp.submit();
  };

  return (
    <form
      ref={ref}
      noValidate
      onSubmit={submit}
      className={styles["form"]}
      aria-label="Inscription à la bêta"
    >
      {problem !== null && (
        <p role="alert" tabIndex={-1} className={styles["problem"]}>
          {problem}
        </p>
      )}
      <SignUpFields
        {...{ form, errors }}
        questions={questionsFor(form.audience, questions)}
        audiences={[form.audience]}
        events={signUp.events}
        trap={<TrapField input={trap} />}
      >
        {status === "loading" && <p role="status">Chargement du questionnaire…</p>}
        {status === "error" && (
          <div role="alert" tabIndex={-1} className={styles["problem"]}>
            {signupMessages.questionnaireUnavailable}{" "}
            <button type="button" className={styles["again"]} onClick={retry}>
              Réessayer
            </button>
          </div>
        )}
      </SignUpFields>
      <div
        className={styles["notes"]}
        // biome-ignore lint/security/noDangerouslySetInnerHtml: a part of this very page, as the server rendered it
        dangerouslySetInnerHTML={{ __html: document.getElementById(dataNoticeId)?.innerHTML ?? "" }}
      />
      <button
        type="submit"
        className={buttons["button"]}
        disabled={submitting || status !== "ready"}
        aria-describedby="sign-up-terms"
      >
        {submitting ? <span lang="en">Processing...</span> : "Envoyer ma demande"}
      </button>
    </form>
  );
}
