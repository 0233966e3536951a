import { escapeHtml } from "#contract/template-variables.ts";
import type { MailedLink } from "#server/accounts/passwords.service.ts";

/** A link that leads to an administrator's password or to a person's own data. It is made at each attempt to send. */
export type PersonalLink = MailedLink | { purpose: "my_data"; emailHash: string };

/** Placeholder of the personal link; the log never contains the link itself. */
export const linkPlace = "{{link}}";

export function withLink(html: string, link: string): string {
  return html.replaceAll(linkPlace, () => escapeHtml(link));
}
