import { FieldGroup } from "./field.tsx";
import { type DrawingProps, listOf } from "./question-drawing.ts";

/** One of the options, all of them in sight. */
export function RadioGroup(props: DrawingProps) {
  const { answer, onChange } = props;
  return <ChoiceGroup {...props} type="radio" isChosen={(option) => answer === option} onChoose={onChange} />;
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

type ChoiceGroupProps = DrawingProps & {
  type: "radio" | "checkbox";
  isChosen: (option: string) => boolean;
  onChoose: (option: string, on: boolean) => void;
};

function ChoiceGroup({ type, isChosen, onChoose, ...props }: ChoiceGroupProps) {
  const { id, question, error, classes, onLeave } = props;
  return (
    <FieldGroup {...{ id, error, classes }} label={question.question} required={question.required}>
      {question.options?.map((option) => (
        <label key={option} className={classes.choice}>
          <input
            type={type}
            name={id}
            value={option}
            checked={isChosen(option)}
            onChange={(event) => onChoose(option, event.target.checked)}
            onBlur={onLeave}
          />
          {option}
        </label>
      ))}
    </FieldGroup>
  );
}
