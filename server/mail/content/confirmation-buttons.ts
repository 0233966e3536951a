import { escapeHtml } from "#contract/template-variables.ts";
import { buttonStyle } from "./button-style.ts";
import type { Ending } from "./end-of-content.ts";
import type { MailFace } from "./mail-face.ts";

const confirm = "Confirmer mon adresse";
const erase = "Ce n'est pas moi : effacer";

const quiet = "color: #5b524a; font-size: 13px; line-height: 20px; text-decoration: underline";

/** One large button that confirms the address, and a small one for whoever did not sign up. */
export function confirmationButtons(
  { confirmUrl, eraseUrl }: { confirmUrl: string; eraseUrl: string },
  face: Pick<MailFace, "color" | "textOnColor">,
): Ending {
  return {
    place: "sheet",
    html: `${button(confirm, confirmUrl, face)}
<p style="margin: 0 0 16px"><a href="${escapeHtml(eraseUrl)}" style="${quiet}">${erase}</a></p>`,
    text: `${confirm} :\n${confirmUrl}\n\n${erase} :\n${eraseUrl}`,
  };
}

/** The cell is coloured, not the link alone, and has a padding of Outlook's own: there it is a button, too. */
function button(label: string, url: string, face: Pick<MailFace, "color" | "textOnColor">) {
  const { color } = face;
  return `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin: 28px 0 20px"><tr><td bgcolor="${color}" style="border-radius: 6px; background-color: ${color}; mso-padding-alt: 14px 28px"><a href="${escapeHtml(url)}" style="${buttonStyle(face)}">${label}</a></td></tr></table>`;
}
