import type { RecipientVariables } from "./email.ts";
import { limits } from "./limits.ts";

/** The variables of a template, in the editor's order. */
export const templateVariables = ["name", "firstName", "email", "date"] as const;
export type TemplateVariable = (typeof templateVariables)[number];

export type TemplateValues = Record<TemplateVariable, string>;

/** At most 40 characters without braces between two pairs: linear, and broken braces stay as they are. */
const placeholder = /\{\{([^{}]{1,40})\}\}/g;

/**
 * Puts the values in, once: what a value itself contains is never expanded again. A variable that is unknown or has no
 * value becomes empty.
 * @param encode how a value is written: `escapeHtml` for HTML; the default for subjects and plain text
 */
export function fillTemplate(
  template: string,
  values: TemplateValues,
  encode = (value: string) => value,
): string {
  return template.replace(placeholder, (_match, inner: string) => {
    const name = inner.trim();
    return isTemplateVariable(name) ? encode(values[name]) : "";
  });
}

/** The variables of a text that do not exist, each once, in order of appearance. */
export function unknownVariables(template: string): string[] {
  const names = [...template.matchAll(placeholder)].map((match) => match[1]?.trim() ?? "");
  return [...new Set(names.filter((name) => !isTemplateVariable(name)))];
}

/** Whether more variables may begin in a text than a message may hold. Looks no further than that. */
export function hasTooManyVariables(template: string): boolean {
  let at = -1;
  for (let count = 0; count <= limits.mailVariablesMax; count += 1) {
    at = template.indexOf("{{", at + 1);
    if (at < 0) return false;
  }
  return true;
}

/** Takes the braces of those that are too many apart: nothing is filled in there. */
export function keepPermittedVariables(template: string): string {
  let count = 0;
  return template.replace(/\{(?=\{)/g, (brace) => {
    count += 1;
    return count > limits.mailVariablesMax ? `${brace} ` : brace;
  });
}

const frenchDate = new Intl.DateTimeFormat("fr-FR", { timeZone: "Europe/Paris" });

/** Values for one recipient; what is missing is empty. The date is that of sending, in fr-FR, in Paris. */
export function templateValues(
  recipient: { email: string; variables: RecipientVariables },
  now: Date,
): TemplateValues {
  return {
    name: recipient.variables.name ?? "",
    firstName: recipient.variables.firstName ?? "",
    email: recipient.email,
    date: frenchDate.format(now),
  };
}

/** Text as HTML shows it, also inside a quoted attribute. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;");
}

function isTemplateVariable(name: string): name is TemplateVariable {
  return (templateVariables as readonly string[]).includes(name);
}
