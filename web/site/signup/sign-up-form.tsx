import { type FormEvent, useEffect, useRef, useState } from "react";
import { type Question, visibleQuestions } from "#contract/questionnaire.ts";
import { signupMessages } from "#contract/signup.ts";
import { homeIds } from "../home/ids.ts";
import buttons from "../parts/button.module.css";
import { countPassage } from "../visit-source.ts";
import { EmailAside } from "./email-aside.tsx";
import { PartOfPage } from "./part-of-page.tsx";
import styles from "./sign-up.module.css";
import { HoneypotField, SignUpFields } from "./sign-up-fields.tsx";
import type { SignUp } from "./use-sign-up.ts";

/** @param props.open when the dialog opens after a refusal that arrived while it was closed, the error takes the focus */
export function SignUpForm({ signUp, open }: { signUp: SignUp; open: boolean }) {
  const { form, phase, problem, refusals, errors, said, questions, status, retry, honeypot } = signUp;
  const ref = useRef<HTMLFormElement>(null);
  const submitting = phase === "submitting";
  const shown = visibleQuestions(form.audience, questions, form.responses);

  // A refusal moves the focus to the first invalid field, else to the error box.
  const seen = useRef(0);
  useEffect(() => {
    if (refusals === seen.current || !open) return;
    seen.current = refusals;
    const first = (selector: string) => ref.current?.querySelector<HTMLElement>(selector);
    const wrong =
      first(':is(input, select, textarea)[aria-invalid="true"], [data-invalid] input') ??
      first('[role="alert"]');
    wrong?.focus();
  }, [refusals, open]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!submitting) void signUp.submit();
  };

  return (
    <form
      ref={ref}
      noValidate
      onSubmit={submit}
      onInput={({ target }) => {
        if ((target as HTMLInputElement).name !== "type") countPassage("start", form.audience);
      }}
      className={styles["form"]}
      aria-label="Inscription à la bêta"
    >
      {problem !== null && (
        <p role="alert" tabIndex={-1} className={styles["problem"]}>
          {problem}
        </p>
      )}
      <SignUpFields
        form={form}
        errors={errors}
        questions={shown}
        audiences={[form.audience]}
        events={signUp.events}
        honeypot={<HoneypotField input={honeypot} />}
        emailAside={<EmailAside aside={signUp.aside} />}
      >
        <QuestionnaireStatus status={status} onRetry={retry} />
      </SignUpFields>
      <PartOfPage id={homeIds.dataNotice} className={styles["notes"]} />
      <p role="status" className="unseen">
        {said}
      </p>
      <Appeared key={form.audience} shown={shown} />
      <button
        type="submit"
        className={buttons["button"]}
        disabled={status !== "ready"}
        aria-disabled={submitting || undefined} // a disabled button would lose the focus
        aria-describedby="sign-up-terms"
      >
        {submitting ? (
          <span title="Envoi en cours">
            <span lang="en">Processing...</span>
          </span>
        ) : (
          "Envoyer ma demande"
        )}
      </button>
    </form>
  );
}

/** Announces to screen readers which questions an answer has added. The focus stays. */
function Appeared({ shown }: { shown: readonly Question[] }) {
  const before = useRef(shown);
  const [text, setText] = useState("");
  useEffect(() => {
    const known = new Set(before.current.map(({ id }) => id));
    before.current = shown;
    const added = shown.filter(({ id }) => !known.has(id));
    if (known.size === 0 || (added.length === 0 && shown.length === known.size)) return;
    setText(added.map(({ question }) => `Nouvelle question\u00a0: ${question}`).join(" "));
  });
  return (
    <p role="status" className="unseen">
      {text}
    </p>
  );
}

type QuestionnaireStatusProps = { status: "loading" | "ready" | "error"; onRetry: () => void };

/** The state of loading the questions. After a retry the focus moves from here to the first question. */
function QuestionnaireStatus({ status, onRetry }: QuestionnaireStatusProps) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!place.current || document.activeElement !== place.current) return;
    if (status === "error") place.current.querySelector("button")?.focus();
    if (status === "ready") fieldAfter(place.current)?.focus();
  }, [status]);
  const retry = () => {
    place.current?.focus();
    onRetry();
  };
  return (
    <div ref={place} tabIndex={-1} className={styles["status"]}>
      {status === "loading" && <p role="status">Chargement du questionnaire…</p>}
      {status === "error" && (
        <div role="alert" className={styles["problem"]}>
          {signupMessages.questionnaireUnavailable}{" "}
          <button type="button" className={styles["again"]} onClick={retry}>
            Réessayer
          </button>
        </div>
      )}
    </div>
  );
}

function fieldAfter(place: Element): HTMLElement | undefined {
  const fields = place.closest("form")?.querySelectorAll<HTMLElement>("input, select, textarea") ?? [];
  return [...fields].find(
    (field) =>
      place.compareDocumentPosition(field) & Node.DOCUMENT_POSITION_FOLLOWING &&
      field.getClientRects().length > 0,
  );
}
