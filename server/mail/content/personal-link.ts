import { escapeHtml } from "#contract/template-variables.ts";
import type { MailedLink } from "#server/accounts/passwords.service.ts";
import type { AddressChange } from "#server/privacy/new-address-link.ts";

/**
 * A link to set an administrator's password, to see a person's own data, or to confirm a new address. Each attempt to send makes a new
 * one.
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
