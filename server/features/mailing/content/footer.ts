import { escapeHtml } from "#contract/template-variables.ts";
import type { MailTexts } from "./end-of-content.ts";

export type Publisher = { company: string; address: string };

type FooterLinks = {
  /** Of news: since when its recipient agrees to them, and their link to leave. */
  news: { consentedAt: Date | null; leaveUrl: string } | null;
  dataUrl: string;
};

const small =
  "margin: 32px 0 0; padding: 16px 0 0; border-top: 1px solid #d8cfc4; font-size: 13px; line-height: 20px; color: #5b524a";
const linkStyle = "color: #5b524a; text-decoration: underline";

/** What stands below every message to a visitor, and what nobody who writes one can take away. */
export function footerOf(publisher: Publisher, { news, dataUrl }: FooterLinks): MailTexts {
  const from = [publisher.company, publisher.address].filter((part) => part.trim() !== "").join(", ");
  const why = news ? `${reasonOf(news.consentedAt)} ` : "";
  const links = [
    ...(news ? [["Me désinscrire", news.leaveUrl] as const] : []),
    ["Mes données", dataUrl] as const,
  ];
  const written = (link: (label: string, url: string) => string) =>
    links.map(([label, url]) => link(label, url)).join(" · ");
  const html = written((label, url) => `<a href="${escapeHtml(url)}" style="${linkStyle}">${label}</a>`);
  return {
    html: `<p style="${small}">${escapeHtml(why)}${html} — ${escapeHtml(from)}</p>`,
    text: `--\n${why}${written((label, url) => `${label} (${url})`)} — ${from}`,
  };
}

function reasonOf(consentedAt: Date | null): string {
  if (!consentedAt) return "Vous recevez ce message car vous l'avez accepté.";
  const date = consentedAt.toLocaleDateString("fr-FR", { timeZone: "Europe/Paris", dateStyle: "long" });
  return `Vous recevez ce message car vous l'avez accepté le ${date}.`;
}
