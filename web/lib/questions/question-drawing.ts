import type { ComponentType } from "react";
import type { Question } from "#contract/questionnaire.ts";
import type { Answer } from "#contract/questions/question-type.ts";
import type { FieldClasses } from "./field.tsx";

export type DrawingProps = {
  /** Of the control, or of the group of them. */
  id: string;
  /** What its answer is sent by; else the id serves to hold a group of choices together. */
  name?: string | undefined;
  question: Question;
  answer: Answer;
  error: string | undefined;
  classes: FieldClasses;
  autoComplete?: "off" | undefined;
  onChange: (answer: Answer) => void;
  onLeave?: (() => void) | undefined;
};

/** How questions of one type are drawn. */
export type Drawing = ComponentType<DrawingProps>;

/** Answers to a type that was changed since may be of the other shape. */
export const textOf = (answer: Answer) => (typeof answer === "string" ? answer : "");
export const listOf = (answer: Answer) => (typeof answer === "string" ? [] : answer);
