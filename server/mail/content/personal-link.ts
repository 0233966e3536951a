import { escapeHtml } from "#contract/template-variables.ts";
import type { MailedLink } from "#server/accounts/passwords.service.ts";
import type { AddressChange } from "#server/privacy/new-address-link.ts";

/**
 * A link that leads to an administrator's password, to a person's own data, or to the confirmation of their new address. It is made at each
 * attempt to send.
 */
export type PersonalLink =
  | MailedLink
  | { purpose: "my_data"; emailHash: string }
  | ({ purpose: "new_address" } & AddressChange);

/** Placeholder of the personal link; the log never contains the link itself. */
export const linkPlace = "{{link}}";

export function withLink(html: string, link: string): string {
  return html.replaceAll(linkPlace, () => escapeHtml(link));
}
