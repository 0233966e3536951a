import type { Audience } from "#contract/audience.ts";
import { freeTextHint } from "#contract/consent-texts.ts";
import type { Correction, MyDataSignup } from "#contract/site-pages.ts";
import { QuestionField } from "#web/lib/questions/question-field.tsx";
import fields from "../signup/sign-up.module.css";
import styles from "./server-pages.module.css";
import { showIfStyle } from "./show-if-style.ts";

type AnswersProps = { path: string; signup: MyDataSignup; correction: Correction | null };

/** An empty event handler, because no script runs on this page. */
const nothing = () => undefined;

const formNames: Record<Audience, string> = {
  user: "Corriger mes réponses",
  brand: "Corriger les réponses de ma marque",
};

/** A form with the current questions of the sign-up and the stored answers, which the person can correct. */
export function AnswersForm({ path, signup, correction }: AnswersProps) {
  const { audience, questions } = signup;
  if (questions.length === 0) return null;
  const refused = correction?.responses ? correction : null;
  const answers = refused?.responses ?? signup.responses;
  const hintId = `${audience}-free-text-hint`;
  const formId = `${audience}-answers`;
  const conditions = showIfStyle(questions, { form: formId, question: audience });
  return (
    <form
      id={formId}
      method="post"
      action={path}
      className={styles["form"]}
      noValidate
      aria-label={formNames[audience]}
    >
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the texts are escaped for CSS, while React would escape them for HTML */}
      {conditions && <style dangerouslySetInnerHTML={{ __html: conditions }} />}
      {refused && (
        // biome-ignore lint/a11y/noAutofocus: this page is the response to a refused form, without a script
        <p role="alert" tabIndex={-1} autoFocus className={styles["problem"]}>
          Vérifiez les réponses signalées : rien n’a été changé.
        </p>
      )}
      <input type="hidden" name="signup" value={signup.id} />
      <p id={hintId} className={fields["hint"]}>
        {freeTextHint}.
      </p>
      {questions.map((question) => (
        <QuestionField
          key={question.id}
          id={`${audience}-${question.id}`}
          name={`responses.${question.id}`}
          question={question}
          answer={answers[question.id]}
          error={refused?.problems[`responses.${question.id}`]}
          classes={fields}
          freeTextHintId={hintId}
          onChange={nothing}
          onLeave={nothing}
        />
      ))}
      <div>
        <button type="submit" name="action" value="answers" className={styles["quiet"]}>
          Corriger mes réponses
        </button>
      </div>
    </form>
  );
}
