import { domainToASCII } from "node:url";
import type { DomainCheckRow } from "#contract/email-domain.schema.ts";
import type { DomainCheckKey, DomainVerdict } from "#contract/email-domain.ts";

/** A row of the check. @param fix what to do about it, and the record to paste */
export function checkRow(
  key: DomainCheckKey,
  verdict: DomainVerdict,
  found: string,
  fix?: DomainCheckRow["fix"],
): DomainCheckRow {
  return { key, verdict, found, ...(fix && { fix }) };
}

/** The row for a DNS that did not answer. The domain may be correct. */
export const unanswered = (key: DomainCheckKey, name: string) =>
  checkRow(key, "unknown", `Le DNS n’a pas répondu pour ${name}. Vérifiez de nouveau dans un instant.`);

/** The first server that mail leaves through, as far as it matters for the sender's DNS records. */
export type SendingRoute =
  | { provider: "smtp"; host: string; port: number; hasPassword: boolean }
  | { provider: "sendgrid" }
  | { provider: "php" };

/** The subject of a check. Domains are in lower-case ASCII. */
export type Sending = {
  senderEmail: string;
  /** The domain of the From address. */
  domain: string;
  /** The domain of the envelope's sender, which receives bounces and which SPF checks. */
  envelopeDomain: string;
  route: SendingRoute | null;
};

/** Returns the domain of an address in the form of the DNS. */
export function domainOf(email: string): string {
  const domain = email.slice(email.lastIndexOf("@") + 1);
  return (domainToASCII(domain) || domain).toLowerCase();
}
