import type { ChangeEvent, HTMLInputTypeAttribute, ReactNode } from "react";
import { isAnswerable } from "#contract/questionnaire.ts";
import type { Answer } from "#contract/questions/question-type.ts";
import { type FieldType, questionTypes } from "#contract/questions/registry.ts";
import { type Drawing, type DrawingProps, Field, FieldGroup, listOf, textOf } from "./field.tsx";

const drawings: Record<FieldType, Drawing> = {
  text: (props) => <InputField {...props} type="text" />,
  email: (props) => <InputField {...props} type="email" />,
  textarea: TextareaField,
  select: SelectField,
  radio: RadioGroup,
  checkbox: CheckboxGroup,
};

type QuestionFieldProps = Omit<DrawingProps, "answer"> & { answer: Answer | undefined };

/**
 * Renders one question of the questionnaire by its type. Choices without options render nothing.
 * @param props.answer the form's value; undefined until the visitor types
 */
export function QuestionField({ answer, ...props }: QuestionFieldProps) {
  const { question } = props;
  if (!isAnswerable(question)) return null;
  const Drawing = drawings[question.fieldType];
  return <Drawing {...props} answer={answer ?? questionTypes[question.fieldType].emptyAnswer} />;
}

/** Radio buttons for the options. An optional question has one more, which removes the answer. */
function RadioGroup(props: DrawingProps) {
  const { answer, onChange, question } = props;
  return (
    <ChoiceGroup {...props} type="radio" isChosen={(option) => answer === option} onChoose={onChange}>
      {!question.required && (
        <Choice
          {...props}
          type="radio"
          value=""
          label="Sans réponse"
          isChosen={answer === ""}
          onChoose={onChange}
        />
      )}
    </ChoiceGroup>
  );
}

/** Checkboxes for any number of the options. */
function CheckboxGroup(props: DrawingProps) {
  const chosen = listOf(props.answer);
  const choose = (option: string, on: boolean) =>
    props.onChange(on ? [...chosen, option] : chosen.filter((other) => other !== option));
  return (
    <ChoiceGroup
      {...props}
      type="checkbox"
      isChosen={(option) => chosen.includes(option)}
      onChoose={choose}
    />
  );
}

type ChoiceProps = DrawingProps & {
  type: "radio" | "checkbox";
  value: string;
  label: string;
  isChosen: boolean;
  onChoose: (option: string, on: boolean) => void;
};

function Choice({ id, name, error, classes, onLeave, ...props }: ChoiceProps) {
  const { type, value, label, isChosen, onChoose } = props;
  return (
    <label className={classes.choice}>
      <input
        type={type}
        name={name ?? id}
        value={value}
        checked={isChosen}
        // A radio group announces its error itself. Checkboxes have no such group role, so each one needs the attribute.
        aria-invalid={type === "checkbox" && error !== undefined ? true : undefined}
        onChange={(event) => onChoose(value, event.target.checked)}
        onBlur={onLeave}
      />
      {label}
    </label>
  );
}

type ChoiceGroupProps = DrawingProps & {
  type: "radio" | "checkbox";
  isChosen: (option: string) => boolean;
  onChoose: (option: string, on: boolean) => void;
  /** Choices besides the options. */
  children?: ReactNode;
};

function ChoiceGroup({ isChosen, children, ...props }: ChoiceGroupProps) {
  const { id, type, question, error, classes } = props;
  return (
    <FieldGroup
      id={id}
      type={type}
      error={error}
      classes={classes}
      label={question.question}
      required={question.required}
    >
      {question.options?.map((option) => (
        <Choice key={option} {...props} value={option} label={option} isChosen={isChosen(option)} />
      ))}
      {children}
    </FieldGroup>
  );
}

/** A text field with one line. */
function InputField({ type, ...props }: DrawingProps & { type: HTMLInputTypeAttribute }) {
  return (
    <Field {...fieldOf(props)} describedBy={type === "text" ? props.freeTextHintId : undefined}>
      {(control) => (
        <input
          {...control}
          {...controlledBy(props)}
          type={type}
          autoComplete={props.autoComplete ?? (type === "email" ? type : props.question.autoComplete)}
        />
      )}
    </Field>
  );
}

function TextareaField(props: DrawingProps) {
  return (
    <Field {...fieldOf(props)} describedBy={props.freeTextHintId}>
      {(control) => <textarea {...control} {...controlledBy(props)} rows={4} />}
    </Field>
  );
}

function SelectField(props: DrawingProps) {
  return (
    <Field {...fieldOf(props)}>
      {(control) => (
        <select {...control} {...controlledBy(props)}>
          <option value="">Sélectionnez une option</option>
          {props.question.options?.map((option) => (
            <option key={option} value={option}>
              {option}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

function fieldOf({ id, question, error, classes }: DrawingProps) {
  return { id, error, classes, label: question.question, required: question.required };
}

function controlledBy({ name, answer, onChange, onLeave }: DrawingProps) {
  return {
    name,
    value: textOf(answer),
    onChange: (event: ChangeEvent<{ value: string }>) => onChange(event.target.value),
    onBlur: onLeave,
  };
}
