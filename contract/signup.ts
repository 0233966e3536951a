import type { Audience } from "./audience.ts";
import { isEmailAddress } from "./email-address.ts";
import { messages } from "./errors.ts";
import { limits } from "./limits.ts";
import type { Question } from "./questionnaire.ts";
import { isAnswerable, questionsFor, visibleQuestions } from "./questionnaire.ts";
import { answerMessages, withExample } from "./questions/answer-messages.ts";
import type { Answer, QuestionType } from "./questions/question-type.ts";
import { questionTypes } from "./questions/registry.ts";
import { isBlank, validateLine } from "./text-rules.ts";
import { websiteAddress } from "./website.ts";

/** Answers by question id. */
export type Responses = Record<string, Answer>;

/** The values of the sign-up form, as typed. Only brands have a website. */
export type SignupForm = {
  firstname: string;
  name: string;
  email: string;
  website?: string | undefined;
  responses: Responses;
  /** The optional box for news. */
  newsConsent?: boolean | undefined;
};

/** The form's own messages, all part of the site's bundle. */
export const signupMessages = {
  firstnameRequired: "Le prénom est requis",
  nameRequired: "Le nom est requis",
  emailRequired: "L'email est requis",
  ...answerMessages,
  websiteRequired: "Le site web est requis",
  websiteInvalid: withExample("URL invalide", "www.exemple.fr"),
  questionGone: "Cette question n’est plus posée",
  questionnaireUnavailable: "Impossible de charger le questionnaire. Veuillez réessayer plus tard.",
  questionnaireChanged:
    "Le questionnaire vient de changer. Vos réponses sont conservées : vérifiez les champs signalés, puis renvoyez le formulaire.",
  questionsGone:
    "Le questionnaire vient de changer : une question n’est plus posée. Vos réponses sont conservées : renvoyez le formulaire.",
  noAnswer:
    "Le serveur ne répond pas. Vos réponses sont conservées : renvoyez le formulaire, votre demande ne sera enregistrée qu’une fois.",
  failed: messages.internal,
  thanks: "Merci pour votre inscription!",
  thanksDetails: "Nous avons bien reçu votre demande et vous contacterons bientôt.",
} as const;

/** A field and what is wrong with it, if anything. */
type FieldMessage = [field: string, message: string | null];

/**
 * Checks a whole sign-up, with the same rules in the browser and on the server.
 * @param questions any questions; inactive questions and questions for another audience are ignored
 * @returns messages by field ("firstname", "name", "email", "website", "responses.<question id>"); empty when all is well
 */
export function validateSignup(
  audience: Audience,
  questions: readonly Question[],
  form: SignupForm,
): Record<string, string> {
  const found: FieldMessage[] = [
    ["firstname", validateName(form.firstname, signupMessages.firstnameRequired)],
    ["name", validateName(form.name, signupMessages.nameRequired)],
    ["email", validateEmail(form.email)],
    ["website", validateWebsite(audience, form.website)],
    ...validateResponses(audience, questions, form.responses),
  ];
  return Object.fromEntries(
    found.filter((entry): entry is [field: string, message: string] => entry[1] !== null),
  );
}

/** The message of a form whose questions have changed. It mentions marked fields only where one is still shown. */
export function questionnaireChangedMessage(
  problems: Record<string, string>,
  questions: readonly Pick<Question, "id">[],
): string {
  const isShown = (field: string) =>
    !field.startsWith("responses.") || questions.some(({ id }) => field === `responses.${id}`);
  return Object.keys(problems).some(isShown)
    ? signupMessages.questionnaireChanged
    : signupMessages.questionsGone;
}

/** The message for a first name, a last name or a brand's name, or null. */
export function validateName(text: string, required: string): string | null {
  if (isBlank(text)) return required;
  return validateLine(text, limits.nameMax);
}

/** The message for an e-mail address that is required, or null. */
export function validateEmail(text: string): string | null {
  if (isBlank(text)) return signupMessages.emailRequired;
  return isEmailAddress(text) ? null : signupMessages.emailInvalid;
}

/** The message for a website, which brands must have and users must not, or null. */
export function validateWebsite(audience: Audience, text: string | undefined): string | null {
  const blank = text === undefined || isBlank(text);
  if (audience === "user") return blank ? null : messages.unknownField;
  if (blank) return signupMessages.websiteRequired;
  return websiteAddress(text) === null ? signupMessages.websiteInvalid : null;
}

/** The message for the answer to one question, or null. A choice without options is not shown, so it cannot be answered. */
export function validateAnswer(question: Question, value: Answer | undefined): string | null {
  const type = questionTypes[question.fieldType];
  if (value === undefined || isMissing(value)) {
    return question.required && isAnswerable(question) ? type.missing : null;
  }
  if (type.isMultiple) {
    return typeof value === "string" ? signupMessages.answerInvalid : type.validate(value, question);
  }
  return typeof value === "string" ? type.validate(value, question) : signupMessages.answerInvalid;
}

/**
 * The answers as they are stored: cleaned by the type of their question, without blank ones.
 * @param questions the visible questions; answers to other questions are dropped
 */
export function cleanResponses(
  questions: readonly Pick<Question, "id" | "fieldType">[],
  responses: Responses,
): Responses {
  const types = new Map(questions.map(({ id, fieldType }) => [id, questionTypes[fieldType]]));
  const answered = Object.entries(responses).flatMap(([id, value]) => {
    const type = types.get(id);
    return type && !isMissing(value) ? [[id, cleanAnswer(type, value)] as const] : [];
  });
  return Object.fromEntries(answered);
}

function cleanAnswer(type: QuestionType, value: Answer): Answer {
  if (type.isMultiple) return type.clean([value].flat());
  return typeof value === "string" ? type.clean(value) : value;
}

/** Accepts answers to questions whose condition is false, because a form without a script shows all questions. */
function validateResponses(
  audience: Audience,
  questions: readonly Question[],
  responses: Responses,
): FieldMessage[] {
  const ids = new Set(questionsFor(audience, questions).map((question) => question.id));
  const unknown = Object.entries(responses).filter(([id, value]) => !ids.has(id) && !isMissing(value));
  return [
    ...visibleQuestions(audience, questions, responses).map(
      (question): FieldMessage => [
        `responses.${question.id}`,
        validateAnswer(question, Object.hasOwn(responses, question.id) ? responses[question.id] : undefined),
      ],
    ),
    ...unknown.map(([id]): FieldMessage => [`responses.${id}`, signupMessages.questionGone]),
  ];
}

function isMissing(value: Answer): boolean {
  return typeof value === "string" ? isBlank(value) : value.every(isBlank);
}
