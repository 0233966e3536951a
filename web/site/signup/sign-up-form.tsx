import { type FormEvent, useEffect, useRef } from "react";
import { newsText } from "#contract/consent-texts.ts";
import { questionsFor } from "#contract/questionnaire.ts";
import { signupMessages } from "#contract/signup.ts";
import { QuestionField } from "#web/lib/questions/question-field.tsx";
import buttons from "../parts/button.module.css";
import { AudienceToggle } from "./audience-toggle.tsx";
import { dataNoticeId } from "./data-notice-id.ts";
import { IdentityFields } from "./identity-fields.tsx";
import styles from "./sign-up.module.css";
import type { SignUp } from "./use-sign-up.ts";

export function SignUpForm({ signUp }: { signUp: SignUp }) {
  const { form, phase, problem, refusals, errors, questions, status, retry, trap } = signUp;
  const ref = useRef<HTMLFormElement>(null);
  const submitting = phase === "submitting";

  // After a refusal: to the first field that is wrong, else to the error box.
  useEffect(() => {
    if (refusals === 0) return;
    const first = (selector: string) => ref.current?.querySelector<HTMLElement>(selector);
    const wrong = first('[aria-invalid="true"], [data-invalid] input') ?? first('[role="alert"]');
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
      <AudienceToggle audience={form.audience} onChange={signUp.chooseAudience} />
      <IdentityFields signUp={signUp} />
      {status === "loading" && <p role="status">Chargement du questionnaire…</p>}
      {status === "error" && (
        <div role="alert" tabIndex={-1} className={styles["problem"]}>
          {signupMessages.questionnaireUnavailable}{" "}
          <button type="button" className={styles["again"]} onClick={retry}>
            Réessayer
          </button>
        </div>
      )}
      {questionsFor(form.audience, questions).map((question) => (
        <QuestionField
          key={question.id}
          id={`question-${question.id}`}
          question={question}
          answer={form.responses[question.id]}
          error={errors[`responses.${question.id}`]}
          classes={styles}
          onChange={(answer) => signUp.changeAnswer(question, answer)}
          onLeave={() => signUp.fieldLeft(`responses.${question.id}`)}
        />
      ))}
      {/* For robots: drawn for nobody, so neither the keyboard, a screen reader nor a browser's own filling reaches it. */}
      <div hidden>
        <input
          ref={trap}
          name="company"
          defaultValue=""
          tabIndex={-1}
          autoComplete="off"
          aria-label="Ne pas remplir"
        />
      </div>
      <label className={styles["news"]}>
        <input
          type="checkbox"
          name="newsConsent"
          checked={form.newsConsent}
          onChange={(event) => signUp.chooseNews(event.target.checked)}
        />
        {newsText}
      </label>
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
