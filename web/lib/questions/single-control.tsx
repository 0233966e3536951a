import type { ChangeEvent, HTMLInputTypeAttribute } from "react";
import { freeTextHint } from "#contract/consent-texts.ts";
import { Field } from "./field.tsx";
import { type DrawingProps, textOf } from "./question-drawing.ts";

/** A text of one line. */
export function InputField({ type, ...props }: DrawingProps & { type: HTMLInputTypeAttribute }) {
  return (
    <Field {...fieldOf(props)} hint={type === "text" ? freeTextHint : undefined}>
      {(control) => (
        <input {...control} {...controlledBy(props)} type={type} autoComplete={props.autoComplete} />
      )}
    </Field>
  );
}

export function TextareaField(props: DrawingProps) {
  return (
    <Field {...fieldOf(props)} hint={freeTextHint}>
      {(control) => <textarea {...control} {...controlledBy(props)} rows={4} />}
    </Field>
  );
}

export function SelectField(props: DrawingProps) {
  return (
    <Field {...fieldOf(props)}>
      {(control) => (
        <select {...control} {...controlledBy(props)}>
          <option value="">Sélectionnez une option</option>
          {props.question.options?.map((option) => (
            <option key={option}>{option}</option>
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
