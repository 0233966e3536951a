import { limits } from "../limits.ts";
import { normaliseText } from "../text.ts";
import { validateText } from "../text-rules.ts";
import { answerMessages } from "./answer-messages.ts";
import type { QuestionType } from "./question-type.ts";

export const textarea: QuestionType = {
  label: "Texte long",
  isChoice: false,
  isMultiple: false,
  emptyAnswer: "",
  missing: answerMessages.answerRequired,
  validate: (answer) => validateText(answer, limits.longAnswerMax),
  clean: normaliseText,
};
