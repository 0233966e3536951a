import { isAnswerable } from "#contract/questionnaire.ts";
import type { Answer } from "#contract/questions/question-type.ts";
import { type FieldType, questionTypes } from "#contract/questions/registry.ts";
import { CheckboxGroup, RadioGroup } from "./choice-group.tsx";
import type { Drawing, DrawingProps } from "./question-drawing.ts";
import { InputField, SelectField, TextareaField } from "./single-control.tsx";

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
 * One question of the questionnaire, drawn by its type. Choices without options render nothing.
 * @param props.answer as the form holds it; undefined as long as nothing was typed
 */
export function QuestionField({ answer, ...props }: QuestionFieldProps) {
  const { question } = props;
  if (!isAnswerable(question)) return null;
  const Drawing = drawings[question.fieldType];
  return <Drawing {...props} answer={answer ?? questionTypes[question.fieldType].emptyAnswer} />;
}
