import type { RecipientVariables } from "./email.ts";
import { limits } from "./limits.ts";

/** Only for invitations: the code, and the page that explains it. Both are empty in any other message. */
const invitationVariables = ["code", "link"] as const;
/** The recipient's link for friends, and how many friends count. While referrals are off: empty, and 0. */
const referralVariables = ["referralLink", "friends"] as const;
/** Variables whose value is a whole address. */
export const addressVariables: readonly string[] = ["link", "referralLink"];
/** The variables of a template, in the editor's order. */
export const templateVariables = [
  "name",
  "firstName",
  "email",
  "date",
  ...referralVariables,
  ...invitationVariables,
] as const;
export type TemplateVariable = (typeof templateVariables)[number];

export type InvitationValues = Record<(typeof invitationVariables)[number], string>;
export type ReferralValues = Record<(typeof referralVariables)[number], string>;
export const noReferral: ReferralValues = { referralLink: "", friends: "0" };
export type TemplateValues = Record<
  Exclude<TemplateVariable, keyof InvitationValues | keyof ReferralValues>,
  string
> &
  Partial<InvitationValues & ReferralValues>;

/** At most 40 characters without braces and tags, so that matching takes linear time and broken braces stay unchanged. */
const placeholder = /\{\{([^{}<>]{1,40})\}\}/g;

/** Marks a variable inside an address, whose value is percent-encoded. */
const inAddress = "%";

/**
 * Replaces the variables by their values. A variable inside a value is not replaced. An unknown variable, or one without a value,
 * becomes empty.
 * @param encode encodes each value: `escapeHtml` for HTML; the default for subjects and plain text
 */
export function fillTemplate(
  template: string,
  values: TemplateValues,
  encode = (value: string) => value,
): string {
  return template.replace(placeholder, (_match, inner: string) => {
    const name = nameOf(inner);
    if (!isTemplateVariable(name)) return "";
    const isPart = inner.startsWith(inAddress) && !addressVariables.includes(name);
    const value = values[name] ?? "";
    return encode(isPart ? encodeForAddress(value) : value);
  });
}

/** An at sign is permitted in paths, queries and after `mailto:`. A lone surrogate has no encoding. */
function encodeForAddress(value: string): string {
  return encodeURIComponent(value.replace(/\p{Cs}/gu, "")).replaceAll("%40", "@");
}

/** Marks the variables of an address, including variables whose braces a browser has encoded. */
export function markAddressVariables(address: string): string {
  return address
    .replace(/%7B%7B([a-z]{1,40})%7D%7D/gi, "{{$1}}")
    .replace(placeholder, (_match, inner: string) => `{{${inAddress}${nameOf(inner)}}}`);
}

/** Undoes `markAddressVariables`: the address as its author wrote it. */
export function unmarkAddressVariables(address: string): string {
  return address.replaceAll(`{{${inAddress}`, "{{");
}

/** Two braces, a name, two braces, with tags anywhere between them. */
const scattered = /\{(?:<[^<>]*>){0,8}\{(?:[^<>{}]|<[^<>]*>){1,80}\}(?:<[^<>]*>){0,8}\}/g;
const tag = /<[^<>]*>/g;
const format = /^<\/?(?:a|b|code|del|em|font|i|mark|s|span|strike|strong|sub|sup|u)\b/i;

/**
 * Moves formatting tags out of variables: `{{<b>name</b>}}` becomes `<b>{{name}}</b>`. The tags keep their order. Tags before the
 * first letter of the name go before the variable.
 * @param html its attributes are quoted and hold no < or >
 */
export function joinVariables(html: string): string {
  return html.replace(scattered, (match) => {
    const tags = [...match.matchAll(tag)].map(({ 0: text, index }) => ({ text, index }));
    const name = match.replace(tag, "").slice(2, -2).trim();
    if (tags.length === 0 || name === "" || !tags.every(({ text }) => format.test(text))) return match;
    const firstLetter = match.replace(tag, ({ length }) => " ".repeat(length)).search(/[^{\s]/);
    const before = tags.filter(({ index }) => index < firstLetter).map(({ text }) => text);
    const after = tags.slice(before.length).map(({ text }) => text);
    return `${before.join("")}{{${name}}}${after.join("")}`;
  });
}

/** The variables of a text that do not exist, each once, in order of appearance. */
export function unknownVariables(template: string): string[] {
  const names = [...template.matchAll(placeholder)].map(([, name]) => nameOf(name ?? ""));
  return [...new Set(names.filter((name) => !isTemplateVariable(name)))];
}

/** The variables of a text that only an invitation fills in, including variables with formatting tags inside. */
export const invitationVariablesIn = (template: string): string[] =>
  namesIn(joinVariables(template), invitationVariables);

/** The variables of a text that the referral fills in. */
export const referralVariablesIn = (template: string): string[] => namesIn(template, referralVariables);

function namesIn(template: string, wanted: readonly string[]): string[] {
  const names = [...template.matchAll(placeholder)].map(([, name]) => nameOf(name ?? ""));
  return wanted.filter((name) => names.includes(name));
}

/** Opening braces without a variable, each with the text after them. They would be sent unchanged. */
export function brokenVariables(template: string): string[] {
  const rest = template.replace(placeholder, " ");
  const places = rest.match(/\{\{(?:[^{}<]|<[^<>]*>){0,30}/g) ?? [];
  return [...new Set(places.map((place) => place.replace(tag, " ").trim()))];
}

/** Whether a text has more opening braces than a message may hold variables. Stops reading once it has too many. */
export function hasTooManyVariables(template: string): boolean {
  let at = -1;
  for (let count = 0; count <= limits.mailVariablesMax; count += 1) {
    at = template.indexOf("{{", at + 1);
    if (at < 0) return false;
  }
  return true;
}

/** Breaks up the braces of surplus variables, so that they are not filled in. */
export function keepPermittedVariables(template: string): string {
  let count = 0;
  return template.replace(/\{(?=\{)/g, (brace) => {
    count += 1;
    return count > limits.mailVariablesMax ? `${brace} ` : brace;
  });
}

const frenchDate = new Intl.DateTimeFormat("fr-FR", { timeZone: "Europe/Paris" });

/** Values for one recipient; missing values are empty. `date` is the sending date in Paris, in the format of fr-FR. */
export function templateValues(
  recipient: {
    email: string;
    variables: RecipientVariables;
    invitation?: InvitationValues | null;
    referral?: ReferralValues | null;
  },
  now: Date,
): TemplateValues {
  return {
    ...recipient.invitation,
    ...recipient.referral,
    name: recipient.variables.name ?? "",
    firstName: recipient.variables.firstName ?? "",
    email: recipient.email,
    date: frenchDate.format(now),
  };
}

/** Escapes a text for HTML, also for quoted attributes. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;");
}

function nameOf(inner: string): string {
  return (inner.startsWith(inAddress) ? inner.slice(inAddress.length) : inner).trim();
}

function isTemplateVariable(name: string): name is TemplateVariable {
  return (templateVariables as readonly string[]).includes(name);
}
