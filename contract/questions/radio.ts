import { normaliseText } from "../text.ts";
import { answerMessages } from "./answer-messages.ts";
import { validateChosen } from "./chosen-options.ts";
import type { QuestionType } from "./question-type.ts";

export const radio: QuestionType = {
  label: "Choix unique",
  isChoice: true,
  isMultiple: false,
  emptyAnswer: "",
  missing: answerMessages.answerRequired,
  validate: (answer, question) => validateChosen([answer], question),
  clean: normaliseText,
};
