import type { ReactNode, Ref } from "react";
import { type Audience, addresses, audiences } from "#contract/audience.ts";
import { freeTextHint, newsText } from "#contract/consent-texts.ts";
import type { Question } from "#contract/questionnaire.ts";
import { audienceWords } from "#contract/signup-words.ts";
import { Optional, requiredHint } from "#web/lib/questions/field.tsx";
import { QuestionField } from "#web/lib/questions/question-field.tsx";
import type { FormEvents, FormState } from "./form-state.ts";
import { IdentityFields, OnlyFor } from "./identity-fields.tsx";
import styles from "./sign-up.module.css";

export type SignUpFieldsProps = {
  form: FormState;
  /** Messages by field, as `validateSignup` names fields. */
  errors: Record<string, string>;
  /** The active ones. */
  questions: readonly Question[];
  /** Whose fields are drawn: one audience's, or those of both, of which a style sheet shows the chosen one's. */
  audiences: readonly Audience[];
  events: FormEvents;
  /** The field that no person sees, as this form keeps it. */
  trap: ReactNode;
  /** Under the e-mail address. */
  emailAside?: ReactNode;
  /** Between the fixed fields and the questions. */
  children?: ReactNode;
};

const freeTextHintId = "free-text-hint";
const isFreeText = ({ fieldType }: Question) => fieldType === "text" || fieldType === "textarea";

/** All that one fills in to sign up: the same in the dialog and on the page that has no script. */
export function SignUpFields(props: SignUpFieldsProps) {
  const { form, errors, questions, audiences, events, trap, emailAside, children } = props;
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
      {/* For robots: hidden from people, so neither the keyboard, a screen reader nor a browser's autofill reaches it. */}
      <div hidden>{trap}</div>
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

/** The honeypot: people never see it, so a value means a robot. */
export function TrapField({ input }: { input?: Ref<HTMLInputElement> }) {
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
