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

/** The DNS said nothing, which says nothing against the domain. */
export const unanswered = (key: DomainCheckKey, name: string) =>
  checkRow(key, "unknown", `Le DNS n’a pas répondu pour ${name}. Vérifiez de nouveau dans un instant.`);
