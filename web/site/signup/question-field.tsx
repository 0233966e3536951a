import type { Question } from "#contract/questionnaire.ts";
import type { Answer } from "#contract/signup.ts";
import { Field, FieldGroup } from "./field.tsx";
import { isShown } from "./form-state.ts";
import styles from "./sign-up.module.css";

type QuestionFieldProps = {
  question: Question;
  answer: Answer | undefined;
  error: string | undefined;
  onChange: (answer: Answer) => void;
  onLeave: () => void;
};

/** One question of the questionnaire, by its type. Choices without options render nothing. */
export function QuestionField(props: QuestionFieldProps) {
  const { question } = props;
  if (!isShown(question)) return null;
  switch (question.fieldType) {
    case "select":
      return <SelectField {...props} />;
    case "radio":
      return <RadioField {...props} />;
    case "checkbox":
      return <CheckboxField {...props} />;
    default:
      return <TextField {...props} />;
  }
}

export const questionId = (question: Question) => `question-${question.id}`;

function TextField({ question, answer, error, onChange, onLeave }: QuestionFieldProps) {
  const value = typeof answer === "string" ? answer : "";
  return (
    <Field id={questionId(question)} label={question.question} error={error} required={question.required}>
      {(control) =>
        question.fieldType === "textarea" ? (
          <textarea
            {...control}
            rows={4}
            value={value}
            onChange={(e) => onChange(e.target.value)}
            onBlur={onLeave}
          />
        ) : (
          <input
            {...control}
            type={question.fieldType === "email" ? "email" : "text"}
            value={value}
            onChange={(e) => onChange(e.target.value)}
            onBlur={onLeave}
          />
        )
      }
    </Field>
  );
}

function SelectField({ question, answer, error, onChange, onLeave }: QuestionFieldProps) {
  return (
    <Field id={questionId(question)} label={question.question} error={error} required={question.required}>
      {(control) => (
        <select
          {...control}
          value={typeof answer === "string" ? answer : ""}
          onChange={(e) => onChange(e.target.value)}
          onBlur={onLeave}
        >
          <option value="">Sélectionnez une option</option>
          {question.options?.map((option) => (
            <option key={option}>{option}</option>
          ))}
        </select>
      )}
    </Field>
  );
}

function RadioField({ question, answer, error, onChange, onLeave }: QuestionFieldProps) {
  const id = questionId(question);
  return (
    <FieldGroup id={id} label={question.question} error={error} required={question.required}>
      {question.options?.map((option) => (
        <label key={option} className={styles["choice"]}>
          <input
            type="radio"
            name={id}
            value={option}
            checked={answer === option}
            onChange={() => onChange(option)}
            onBlur={onLeave}
          />
          {option}
        </label>
      ))}
    </FieldGroup>
  );
}

function CheckboxField({ question, answer, error, onChange, onLeave }: QuestionFieldProps) {
  const id = questionId(question);
  const chosen = Array.isArray(answer) ? answer : [];
  const toggle = (option: string, on: boolean) =>
    onChange(on ? [...chosen, option] : chosen.filter((other) => other !== option));
  return (
    <FieldGroup id={id} label={question.question} error={error} required={question.required}>
      {question.options?.map((option) => (
        <label key={option} className={styles["choice"]}>
          <input
            type="checkbox"
            name={id}
            value={option}
            checked={chosen.includes(option)}
            onChange={(event) => toggle(option, event.target.checked)}
            onBlur={onLeave}
          />
          {option}
        </label>
      ))}
    </FieldGroup>
  );
}
