import { isEmailAddress } from "../email-address.ts";
import { normaliseText } from "../text.ts";
import { answerMessages } from "./answer-messages.ts";
import type { QuestionType } from "./question-type.ts";

export const email: QuestionType = {
  label: "E-mail",
  isChoice: false,
  isMultiple: false,
  emptyAnswer: "",
  missing: answerMessages.answerRequired,
  validate: (answer) => (isEmailAddress(answer) ? null : answerMessages.emailInvalid),
  clean: normaliseText,
};
