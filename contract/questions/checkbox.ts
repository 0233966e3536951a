import { normaliseText } from "../text.ts";
import { answerMessages } from "./answer-messages.ts";
import { validateChosen } from "./chosen-options.ts";
import type { QuestionType } from "./question-type.ts";

export const checkbox: QuestionType = {
  label: "Choix multiples",
  isChoice: true,
  isMultiple: true,
  emptyAnswer: [],
  missing: answerMessages.optionRequired,
  validate: validateChosen,
  clean: (answer) => [...new Set(answer.map(normaliseText))],
};
