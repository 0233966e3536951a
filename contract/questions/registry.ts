import { checkbox } from "./checkbox.ts";
import { email } from "./email.ts";
import type { QuestionType } from "./question-type.ts";
import { radio } from "./radio.ts";
import { select } from "./select.ts";
import { text } from "./text.ts";
import { textarea } from "./textarea.ts";

const types = { text, email, textarea, select, radio, checkbox };

export type FieldType = keyof typeof types;

/** Every kind of question, in the order in which admins choose among them. */
export const questionTypes: Readonly<Record<FieldType, QuestionType>> = types;

export const fieldTypes = Object.keys(types) as FieldType[];

export function isFieldType(value: unknown): value is FieldType {
  return fieldTypes.some((type) => type === value);
}

/** True for the types that are answered by choosing among options. */
export function isChoice(fieldType: FieldType): boolean {
  return questionTypes[fieldType].isChoice;
}
