import type { Audience } from "#contract/audience.ts";
import { isAnswerable, type Question, visibleQuestions } from "#contract/questionnaire.ts";
import type { Answer } from "#contract/questions/question-type.ts";
import { type Responses, type SignupForm, validateSignup } from "#contract/signup.ts";

/** The visitor's input, which is kept when the audience changes or the questionnaire is loaded again. */
export type FormState = {
  audience: Audience;
  firstname: string;
  name: string;
  email: string;
  website: string;
  responses: Responses;
  newsConsent: boolean;
};

export type TextField = "firstname" | "name" | "email" | "website";

/** The event handlers of the form. A form without a script has none. */
export type FormEvents = {
  onAudience(audience: Audience): void;
  onText(field: TextField, value: string): void;
  onAnswer(question: Question, answer: Answer): void;
  onNews(agrees: boolean): void;
  /** @param field the field's name in `validateSignup` */
  onLeave(field: string): void;
};

export const emptyForm: FormState = {
  audience: "user",
  firstname: "",
  name: "",
  email: "",
  website: "",
  responses: {},
  newsConsent: false,
};

/** The request body, with answers only to shown questions, and with the website only for brands. */
export function toSignup(form: FormState, questions: readonly Question[]): SignupForm {
  const { audience, firstname, name, email, website, responses, newsConsent } = form;
  const asked = visibleQuestions(audience, questions, responses).filter(({ id }) =>
    isAnswered(responses[id]),
  );
  return {
    firstname,
    name,
    email,
    ...(audience === "brand" && { website }),
    responses: Object.fromEntries(asked.map(({ id }) => [id, responses[id] ?? ""])),
    ...(newsConsent && { newsConsent }),
  };
}

/** Error messages by the field names of `validateSignup`. */
export function checkForm(form: FormState, questions: readonly Question[]): Record<string, string> {
  return validateSignup(form.audience, questions, toSignup(form, questions));
}

/** The number of the form's fields, and how many of them are filled. */
export function progressOf(form: FormState, questions: readonly Question[]) {
  const { audience, firstname, name, email, website, responses } = form;
  const texts = [firstname, name, email, ...(audience === "brand" ? [website] : [])];
  const asked = visibleQuestions(audience, questions, responses).filter(isAnswerable);
  const filled =
    texts.filter((text) => text.trim() !== "").length +
    asked.filter(({ id }) => isAnswered(responses[id])).length;
  return { filled, total: texts.length + asked.length };
}

export function withAnswer(form: FormState, id: string, answer: Answer): FormState {
  return { ...form, responses: { ...form.responses, [id]: answer } };
}

/** The form without chosen options that the questions no longer have: no control could show or remove them. */
export function withPresentOptions(form: FormState, questions: readonly Question[]): FormState {
  const responses = { ...form.responses };
  for (const { id, options } of questions) {
    const answer = responses[id];
    if (!options || !answer) continue;
    const chosen = [answer].flat().filter((option) => options.includes(option));
    responses[id] = typeof answer === "string" ? (chosen[0] ?? "") : chosen;
  }
  return { ...form, responses };
}

function isAnswered(answer: Answer | undefined): boolean {
  return answer !== undefined && answer.length > 0;
}
