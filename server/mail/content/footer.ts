import { isPlaceholder, type SiteSettings } from "#contract/site.ts";
import { escapeHtml } from "#contract/template-variables.ts";
import type { Ending } from "./end-of-content.ts";

type FooterLinks = {
  /** Of news: since when its recipient agrees to them, and their link to leave. */
  news: { consentedAt: Date | null; leaveUrl: string } | null;
  dataUrl: string;
};

const linkStyle = "color: #5b524a; text-decoration: underline";
const wordStyle =
  "margin: 0 0 12px; font-family: Georgia, 'Times New Roman', serif; font-size: 15px; line-height: 22px; font-style: italic";
/** A line of its own, where a client knows it. */
const line = (html: string) => `<span style="display: block">${html}</span>`;

/**
 * What stands below every message to a visitor, and what nobody who writes one can take away. Whoever the owner has not said yet is
 * left out rather than named in brackets.
 */
export function footerOf(
  { publisher, mail }: Pick<SiteSettings, "publisher" | "mail">,
  { news, dataUrl }: FooterLinks,
): Ending {
  const word = saidOnly([mail.footerText]);
  const from = saidOnly([publisher.company, publisher.address]).join(", ");
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
    html: `${word.map((said) => `<p style="${wordStyle}">${escapeHtml(said)}</p>`).join("")}<p style="margin: 0">${lines.map(line).join(" ")}</p>`,
    // The dashes and the space after them: where mail programs know that a signature begins.
    text: ["-- ", ...word, text].join("\n"),
  };
}

const saidOnly = (texts: string[]) => texts.filter((text) => text.trim() !== "" && !isPlaceholder(text));

/** Made once: it costs more than all the rest of a footer. */
const day = new Intl.DateTimeFormat("fr-FR", { timeZone: "Europe/Paris", dateStyle: "long" });

function reasonOf(consentedAt: Date | null): string {
  if (!consentedAt) return "Vous recevez ce message car vous l'avez accepté.";
  return `Vous recevez ce message car vous l'avez accepté le ${day.format(consentedAt)}.`;
}
