import { escapeHtml } from "#contract/template-variables.ts";
import type { MailTexts } from "./end-of-content.ts";

const confirm = "Confirmer mon adresse";
const erase = "Ce n'est pas moi : effacer";

const button =
  "display: inline-block; padding: 14px 28px; border-radius: 6px; background-color: #8a3324; color: #ffffff; font-size: 18px; line-height: 24px; font-weight: bold; text-decoration: none";
const quiet = "color: #5b524a; font-size: 13px; line-height: 20px; text-decoration: underline";

/** One large button that confirms the address, and a small one for whoever did not sign up. */
export function confirmationButtons({
  confirmUrl,
  eraseUrl,
}: {
  confirmUrl: string;
  eraseUrl: string;
}): MailTexts {
  return {
    html: `<p style="margin: 24px 0 16px"><a href="${escapeHtml(confirmUrl)}" style="${button}">${confirm}</a></p>
<p style="margin: 0 0 16px"><a href="${escapeHtml(eraseUrl)}" style="${quiet}">${erase}</a></p>`,
    text: `${confirm} :\n${confirmUrl}\n\n${erase} :\n${eraseUrl}`,
  };
}
