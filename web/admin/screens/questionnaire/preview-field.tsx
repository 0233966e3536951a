import { type ReactNode, useId } from "react";
import { isChoice, type Question } from "#contract/questionnaire.ts";
import classes from "./preview.module.css";

/** One question as the sign-up form draws it. Choices without options render nothing. */
export function PreviewField({ question }: { question: Question }) {
  const { fieldType, options, required, question: label } = question;
  if (isChoice(fieldType) && !options?.length) return null;
  switch (fieldType) {
    case "radio":
    case "checkbox":
      return <PreviewChoices label={label} required={required} type={fieldType} options={options ?? []} />;
    case "select":
      return (
        <PreviewControl label={label} required={required}>
          {(id) => (
            <select id={id}>
              <option value="">Sélectionnez une option</option>
              {options?.map((option) => (
                <option key={option}>{option}</option>
              ))}
            </select>
          )}
        </PreviewControl>
      );
    case "textarea":
      return (
        <PreviewControl label={label} required={required}>
          {(id) => <textarea id={id} rows={4} />}
        </PreviewControl>
      );
    default:
      return <PreviewText label={label} required={required} type={fieldType} />;
  }
}

type TextProps = { label: string; required?: boolean; type?: "text" | "email" };

export function PreviewText({ label, required = true, type = "text" }: TextProps) {
  return (
    <PreviewControl label={label} required={required}>
      {(id) => <input id={id} type={type} autoComplete="off" />}
    </PreviewControl>
  );
}

type ControlProps = { label: string; required: boolean; children: (id: string) => ReactNode };

function PreviewControl({ label, required, children }: ControlProps) {
  const id = useId();
  return (
    <div className={classes.field}>
      <label htmlFor={id} className={classes.label}>
        {label}
        {!required && <Optional />}
      </label>
      {children(id)}
    </div>
  );
}

type ChoicesProps = { label: string; required: boolean; type: "radio" | "checkbox"; options: string[] };

function PreviewChoices({ label, required, type, options }: ChoicesProps) {
  const name = useId();
  return (
    <fieldset className={classes.field}>
      <legend className={classes.label}>
        {label}
        {!required && <Optional />}
      </legend>
      <div className={classes.choices}>
        {options.map((option) => (
          <label key={option} className={classes.choice}>
            <input type={type} name={name} />
            {option}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

const Optional = () => <span className={classes.optional}> (facultatif)</span>;
