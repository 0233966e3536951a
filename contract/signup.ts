import type { Audience } from "./audience.ts";
import { isEmailAddress } from "./email-address.ts";
import { messages } from "./errors.ts";
import { limits } from "./limits.ts";
import type { Question } from "./questionnaire.ts";
import { isChoice, questionsFor } from "./questionnaire.ts";
import { isStorableText, normaliseText, rawShare } from "./text.ts";
import { websiteAddress } from "./website.ts";

/** An answer: a text, or a list of texts for checkboxes. */
export type Answer = string | string[];

/** Answers by question id. */
export type Responses = Record<string, Answer>;

/** What the sign-up form holds, as typed. Brands alone have a website. */
export type SignupForm = {
  firstname: string;
  name: string;
  email: string;
  website?: string | undefined;
  responses: Responses;
};

/** Sentences of the sign-up form (specification, sections 5 and 8). */
export const signupMessages = {
  firstnameRequired: "Le prénom est requis",
  nameRequired: "Le nom est requis",
  emailRequired: "L'email est requis",
  emailInvalid: "Adresse email invalide",
  websiteRequired: "Le site web est requis",
  websiteInvalid: "URL invalide",
  answerRequired: "Ce champ est requis",
  optionRequired: "Veuillez sélectionner au moins une option",
  answerInvalid: "Cette réponse ne convient pas à la question",
  optionUnknown: "Cette réponse ne fait pas partie des choix proposés",
  questionGone: "Cette question n’est plus posée",
  questionnaireUnavailable: "Impossible de charger le questionnaire. Veuillez réessayer plus tard.",
  questionnaireChanged:
    "Le questionnaire vient de changer. Vos réponses sont conservées : vérifiez les champs signalés, puis renvoyez le formulaire.",
  emailRefused: "Ce domaine n’accepte aucun e-mail. Indiquez une autre adresse.",
  emailUnconfirmed:
    "Vérifiez l’adresse : ce domaine ne semble pas recevoir d’e-mails. Si elle est exacte, envoyez à nouveau votre demande.",
  duplicateEmail: "Cette adresse email est déjà inscrite à la bêta.",
  keyReused: "Cette demande a déjà été envoyée avec d’autres informations.",
  noAnswer:
    "Le serveur ne répond pas. Vos réponses sont conservées : renvoyez le formulaire, votre demande ne sera enregistrée qu’une fois.",
  failed: messages.internal,
  thanks: "Merci pour votre inscription!",
  thanksDetails: "Nous avons bien reçu votre demande et vous contacterons bientôt.",
} as const;

/** A field and what is wrong with it, if anything. */
type FieldMessage = [field: string, message: string | null];

/**
 * Checks a whole sign-up: the same in the browser and on the server.
 * @param questions any list of questions: those that are inactive or of another audience are left out
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
    ...validateResponses(questionsFor(audience, questions), form.responses),
  ];
  return Object.fromEntries(
    found.filter((entry): entry is [field: string, message: string] => entry[1] !== null),
  );
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
  const choice = isChoice(question.fieldType);
  if (isMissing(value)) {
    if (!question.required || (choice && !question.options?.length)) return null;
    return question.fieldType === "checkbox" ? signupMessages.optionRequired : signupMessages.answerRequired;
  }
  if (Array.isArray(value) !== (question.fieldType === "checkbox")) return signupMessages.answerInvalid;
  if (choice && value !== undefined)
    return validateChoice(question.options ?? [], typeof value === "string" ? [value] : value);
  return typeof value === "string" ? validateTypedAnswer(question, value) : signupMessages.answerInvalid;
}

/** The answers as they are stored: trimmed, in Unicode normal form C, each option once, blank ones left out. */
export function cleanResponses(responses: Responses): Responses {
  const answered = Object.entries(responses).filter(([, value]) => !isMissing(value));
  return Object.fromEntries(
    answered.map(([id, value]) => [
      id,
      typeof value === "string" ? normaliseText(value) : [...new Set(value.map(normaliseText))],
    ]),
  );
}

function validateResponses(asked: Question[], responses: Responses): FieldMessage[] {
  const ids = new Set(asked.map((question) => question.id));
  const unknown = Object.keys(responses).filter((id) => !ids.has(id) && !isMissing(responses[id]));
  return [
    ...asked.map(
      (question): FieldMessage => [
        `responses.${question.id}`,
        validateAnswer(question, Object.hasOwn(responses, question.id) ? responses[question.id] : undefined),
      ],
    ),
    ...unknown.map((id): FieldMessage => [`responses.${id}`, signupMessages.questionGone]),
  ];
}

function validateTypedAnswer(question: Question, text: string): string | null {
  if (question.fieldType === "email") {
    return validateEmail(text) === null ? null : signupMessages.emailInvalid;
  }
  return question.fieldType === "textarea"
    ? validateText(text, limits.longAnswerMax)
    : validateLine(text, limits.shortAnswerMax);
}

function validateChoice(options: readonly string[], chosen: readonly string[]): string | null {
  const known = new Set(options.map(normaliseText));
  return chosen.every((option) => isStorableText(option) && known.has(normaliseText(option)))
    ? null
    : signupMessages.optionUnknown;
}

function validateLine(text: string, max: number): string | null {
  return isShortEnough(text, max) && /[\r\n]/.test(text.trim())
    ? messages.invalidText
    : validateText(text, max);
}

function validateText(text: string, max: number): string | null {
  if (!isShortEnough(text, max)) return messages.tooLong(max);
  if (!isStorableText(text)) return messages.invalidText;
  return normaliseText(text).length > max ? messages.tooLong(max) : null;
}

/** The raw length comes first: of a text that is far too long nothing else is looked at. */
function isShortEnough(text: string, max: number): boolean {
  return text.length <= max * rawShare;
}

function isMissing(value: Answer | undefined): boolean {
  if (value === undefined) return true;
  return typeof value === "string" ? isBlank(value) : value.every(isBlank);
}

/** True when nothing can be seen: spaces and invisible formatting characters alone are no name. */
function isBlank(text: string): boolean {
  return !/[^\s\p{Cf}]/u.test(text);
}
