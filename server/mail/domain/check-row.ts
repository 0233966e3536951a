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

/** The DNS did not answer: the domain may be correct. */
export const unanswered = (key: DomainCheckKey, name: string) =>
  checkRow(key, "unknown", `Le DNS n’a pas répondu pour ${name}. Vérifiez de nouveau dans un instant.`);

/** By whose hands mail leaves first, as far as the DNS of the sender is concerned. */
export type SendingRoute =
  | { provider: "smtp"; host: string; port: number; hasPassword: boolean }
  | { provider: "sendgrid" }
  | { provider: "php" };

/** The subject of a check. Domains are in lower-case ASCII. */
export type Sending = {
  senderEmail: string;
  /** Of From. */
  domain: string;
  /** Of the envelope's sender, where bounces go: which SPF checks. */
  envelopeDomain: string;
  route: SendingRoute | null;
};

/** Of an address, as the DNS knows it. */
export function domainOf(email: string): string {
  const domain = email.slice(email.lastIndexOf("@") + 1);
  return (domainToASCII(domain) || domain).toLowerCase();
}
