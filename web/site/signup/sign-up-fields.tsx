import type { ReactNode, Ref } from "react";
import { type Audience, addresses, audiences } from "#contract/audience.ts";
import { freeTextHint, newsText } from "#contract/consent-texts.ts";
import type { Question } from "#contract/questionnaire.ts";
import { audienceWords } from "#contract/signup-path.ts";
import { Optional, requiredHint } from "#web/lib/questions/field.tsx";
import { QuestionField } from "#web/lib/questions/question-field.tsx";
import type { FormEvents, FormState } from "./form-state.ts";
import { IdentityFields, OnlyFor } from "./identity-fields.tsx";
import styles from "./sign-up.module.css";

export type SignUpFieldsProps = {
  form: FormState;
  /** Error messages by the field names of `validateSignup`. */
  errors: Record<string, string>;
  /** The active questions. */
  questions: readonly Question[];
  /** The audiences whose fields are rendered. With both, a style sheet shows the fields of the chosen one. */
  audiences: readonly Audience[];
  events: FormEvents;
  /** The honeypot field of this form, which people do not see. */
  honeypot: ReactNode;
  /** Content under the e-mail address. */
  emailAside?: ReactNode;
  /** Content between the fixed fields and the questions. */
  children?: ReactNode;
};

const freeTextHintId = "free-text-hint";
const isFreeText = ({ fieldType }: Question) => fieldType === "text" || fieldType === "textarea";

/** All fields of the sign-up form, the same in the dialog and on the page without a script. */
export function SignUpFields(props: SignUpFieldsProps) {
  const { form, errors, questions, audiences, events, honeypot, emailAside, children } = props;
  return (
    <>
      <p className={styles["hint"]}>{requiredHint}</p>
      <AudienceToggle audience={form.audience} onChange={events.onAudience} />
      <IdentityFields
        form={form}
        errors={errors}
        audiences={audiences}
        events={events}
        emailAside={emailAside}
      />
      {children}
      {questions.some(isFreeText) && (
        <p id={freeTextHintId} className={styles["hint"]}>
          {freeTextHint}.
        </p>
      )}
      {questions.map((question) => {
        const asked = audiences.filter((audience) => addresses(question.targetType, audience));
        if (asked.length === 0) return null;
        return (
          <OnlyFor key={question.id} asked={asked} audiences={audiences}>
            <QuestionField
              id={`question-${question.id}`}
              name={`responses.${question.id}`}
              question={question}
              answer={form.responses[question.id]}
              error={errors[`responses.${question.id}`]}
              classes={styles}
              freeTextHintId={freeTextHintId}
              onChange={(answer) => events.onAnswer(question, answer)}
              onLeave={() => events.onLeave(`responses.${question.id}`)}
            />
          </OnlyFor>
        );
      })}
      {/* Only robots fill this field: it is hidden from people, the keyboard, screen readers and autofill. */}
      <div hidden>{honeypot}</div>
      <label className={styles["news"]}>
        <input
          type="checkbox"
          name="newsConsent"
          checked={form.newsConsent}
          onChange={(event) => events.onNews(event.target.checked)}
        />
        <span>
          {newsText}
          <Optional classes={styles} />
        </span>
      </label>
    </>
  );
}

const labels: Record<Audience, string> = { user: "Pour moi", brand: "Pour ma marque" };

type AudienceToggleProps = { audience: Audience; onChange: (audience: Audience) => void };

function AudienceToggle({ audience, onChange }: AudienceToggleProps) {
  return (
    <fieldset className={styles["toggle"]}>
      <legend className="unseen">Type d’inscription</legend>
      {audiences.map((value) => (
        <label key={value}>
          <input
            type="radio"
            name="type"
            value={audienceWords[value]}
            checked={audience === value}
            onChange={() => onChange(value)}
          />
          <span>{labels[value]}</span>
        </label>
      ))}
    </fieldset>
  );
}

/** The honeypot. People never see it, so a value means that a robot filled the form. */
export function HoneypotField({ input }: { input?: Ref<HTMLInputElement> }) {
  return (
    <input
      ref={input}
      name="company"
      defaultValue=""
      tabIndex={-1}
      autoComplete="off"
      aria-label="Ne pas remplir"
    />
  );
}
