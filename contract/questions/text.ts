import { limits } from "../limits.ts";
import { normaliseText } from "../text.ts";
import { validateLine } from "../text-rules.ts";
import { answerMessages } from "./answer-messages.ts";
import type { QuestionType } from "./question-type.ts";

export const text: QuestionType = {
  label: "Texte court",
  isChoice: false,
  isMultiple: false,
  emptyAnswer: "",
  missing: answerMessages.answerRequired,
  validate: (answer) => validateLine(answer, limits.shortAnswerMax),
  clean: normaliseText,
};
