import type { ReactNode } from "react";
import { FieldGroup } from "./field.tsx";
import { type DrawingProps, listOf } from "./question-drawing.ts";

/** One of the options, all of them in sight; where no answer is needed, a last one takes the answer back. */
export function RadioGroup(props: DrawingProps) {
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

/** Any number of the options. */
export function CheckboxGroup(props: DrawingProps) {
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
        // A group of radio buttons says this itself; for ticks there is no role that could.
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
    <FieldGroup {...{ id, type, error, classes }} label={question.question} required={question.required}>
      {question.options?.map((option) => (
        <Choice key={option} {...props} value={option} label={option} isChosen={isChosen(option)} />
      ))}
      {children}
    </FieldGroup>
  );
}
