import { formatParisDay } from "#contract/paris-time.ts";
import { isPlaceholder, type SiteSettings } from "#contract/site.ts";
import type { AskedNews, PlaceLink } from "#contract/site-pages.ts";
import { escapeHtml } from "#contract/template-variables.ts";
import type { MailBranding } from "./mail-branding.ts";

/** The style of the main link, a button in the owner's colour. */
export function buttonStyle({ color, textOnColor }: Pick<MailBranding, "color" | "textOnColor">): string {
  return `display: inline-block; padding: 14px 28px; border-radius: 6px; background-color: ${color}; color: ${textOnColor}; font-size: 17px; line-height: 24px; font-weight: bold; text-decoration: none`;
}

/**
 * Placeholders for the product's additions to a mail: after its greeting, below its content, and at the foot of the document.
 * Authors cannot write them, because the sanitiser removes comments.
 */
const afterGreeting = "<!-- after greeting -->";
export const endOfContent = "<!-- end of content -->";
export const foot = "<!-- foot -->";

export type MailTexts = { html: string; text: string };
/** Additions to a mail whose variables are filled in. */
export type AdditionText = MailTexts & { place: "greeting" | "sheet" | "foot" };

/** Adds the placeholder after the greeting, which is the first paragraph. A mail that begins with another element has no greeting. */
export function markGreeting(body: string): string {
  const [greeting = ""] = /^<p[\s>].*?<\/p>/s.exec(body) ?? [];
  return greeting + afterGreeting + body.slice(greeting.length);
}

export function insertAdditions(mail: MailTexts, additionTexts: readonly AdditionText[]): MailTexts {
  const at = (place: AdditionText["place"]) =>
    additionTexts
      .filter((addition) => addition.place === place)
      .map(({ html }) => html)
      .join("\n");
  const html = mail.html
    .replace(afterGreeting, () => at("greeting"))
    .replace(endOfContent, () => at("sheet"))
    .replace(foot, () => at("foot"));
  const early = additionTexts.filter(({ place }) => place === "greeting").map(({ text }) => text);
  const late = additionTexts.filter(({ place }) => place !== "greeting").map(({ text }) => text);
  const [greeting = "", ...rest] = mail.text.split("\n\n");
  return { html, text: [greeting, ...early, ...rest, ...late].join("\n\n") };
}

type FooterLinks = {
  /** For news: the date of the recipient's consent, and their link to unsubscribe. */
  news: { consentedAt: Date | null; leaveUrl: string } | null;
  dataUrl: string;
};

const linkStyle = "color: #5b524a; text-decoration: underline";
const wordStyle =
  "margin: 0 0 12px; font-family: Georgia, 'Times New Roman', serif; font-size: 15px; line-height: 22px; font-style: italic";
/** A separate line, in clients that support it. */
const line = (html: string) => `<span style="display: block">${html}</span>`;

/**
 * The addition of every message to a visitor, which its author cannot remove. Leaves out the owner's missing details, without a
 * placeholder.
 */
export function footerOf(
  { publisher, mail }: Pick<SiteSettings, "publisher" | "mail">,
  { news, dataUrl }: FooterLinks,
): AdditionText {
  const word = [mail.footerText].filter((text) => text.trim() !== "");
  const from = withoutEmptyTexts([publisher.company, publisher.address]).join(", ");
  const why = news ? reasonOf(news.consentedAt) : "";
  const links = [
    ...(news ? [["Me désinscrire", news.leaveUrl] as const] : []),
    ["Mes données", dataUrl] as const,
  ];
  const written = (link: (label: string, url: string) => string) =>
    links.map(([label, url]) => link(label, url)).join(" · ");
  const linked = written((label, url) => `<a href="${escapeHtml(url)}" style="${linkStyle}">${label}</a>`);
  const signed = from === "" ? [] : [`— ${from}`];
  const lines = [...(why === "" ? [] : [escapeHtml(why)]), linked, ...signed.map(escapeHtml)];
  const text = [why, written((label, url) => `${label} (${url})`), ...signed].filter(Boolean).join(" ");
  return {
    place: "foot",
    html: `${word.map((paragraph) => `<p style="${wordStyle}">${escapeHtml(paragraph)}</p>`).join("")}<p style="margin: 0">${lines.map(line).join(" ")}</p>`,
    // Mail programs recognise the beginning of a signature by these dashes and the space.
    text: ["-- ", ...word, text].join("\n"),
  };
}

const withoutEmptyTexts = (texts: string[]) =>
  texts.filter((text) => text.trim() !== "" && !isPlaceholder(text));

function reasonOf(consentedAt: Date | null): string {
  if (!consentedAt) return "Vous recevez ce message car vous l'avez accepté.";
  return `Vous recevez ce message car vous l'avez accepté le ${formatParisDay(consentedAt)}.`;
}

const confirm = "Confirmer mon adresse";
const erase = "Ce n'est pas moi : effacer";

const quiet = "color: #5b524a; font-size: 13px; line-height: 20px; text-decoration: underline";

type ConfirmationLinks = {
  confirmUrl: string;
  eraseUrl: string;
  /** The recipient's personal page; null while the referral is off. */
  place: PlaceLink | null;
  /** Null when the page asks about the address alone. */
  askedNews: AskedNews | null;
};

/**
 * Makes a large button to the confirmation page, with a text about its questions, after the greeting. At the end, makes small links to
 * the personal page and to erase a sign-up that is not the recipient's.
 */
export function confirmationButtons(
  { confirmUrl, eraseUrl, place, askedNews }: ConfirmationLinks,
  branding: Pick<MailBranding, "color" | "textOnColor">,
): AdditionText[] {
  const leadsTo = [
    "Ce lien ouvre une page qui vous demande de confirmer votre adresse.",
    ...(askedNews === null
      ? []
      : [
          askedNews.isOffered
            ? `Elle vous propose aussi cet accord\u00a0: «\u00a0${askedNews.words}\u00a0» Sur cette page, vous le donnez, ou vous confirmez votre adresse seulement.`
            : `La demande porte aussi cet accord\u00a0: «\u00a0${askedNews.words}\u00a0» Sur cette page, vous le confirmez, ou vous confirmez votre adresse seulement.`,
        ]),
  ];
  return [
    {
      place: "greeting",
      html: button(confirm, confirmUrl, branding) + leadsTo.map(paragraph).join(""),
      text: [`${confirm}\u00a0:\n${confirmUrl}`, ...leadsTo].join("\n\n"),
    },
    ...(place === null ? [] : [smallLink(place.label, place.href)]),
    smallLink(erase, eraseUrl),
  ];
}

const smallLink = (label: string, url: string): AdditionText => ({
  place: "sheet",
  html: `<p style="margin: 0 0 16px"><a href="${escapeHtml(url)}" style="${quiet}">${label}</a></p>`,
  text: `${label}\u00a0:\n${url}`,
});

const paragraph = (text: string) => `<p style="margin: 0 0 16px">${escapeHtml(text)}</p>`;

/** Colours the table cell as well as the link, and adds padding for Outlook, so that it also shows a button. */
function button(label: string, url: string, branding: Pick<MailBranding, "color" | "textOnColor">) {
  const { color } = branding;
  return `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin: 20px 0 28px"><tr><td bgcolor="${color}" style="border-radius: 6px; background-color: ${color}; mso-padding-alt: 14px 28px"><a href="${escapeHtml(url)}" style="${buttonStyle(branding)}">${label}</a></td></tr></table>`;
}
