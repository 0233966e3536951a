import type { DomainFacts, MailFacts } from "./facts.ts";
import { error, type Finding, judged, untold, warn, when } from "./finding.ts";

/** In milliseconds. A provider that is away is tried again within a quarter of an hour. */
const late = 30 * 60_000;

/** From this share on, of this many messages at least, something is wrong with more than their addresses. */
const failures = { share: 0.1, atLeast: 5 };

const domainAgeMs = 90 * 86_400_000;

export function mailRow(facts: MailFacts): Finding {
  const { isConfigured, isSimulation, isHeld, sent, failed, overdueMs } = facts;
  const isFailing = failed >= failures.atLeast && failed > (sent + failed) * failures.share;
  return judged("mail", ({ mail }) => mail.found(facts), [
    ...when(
      isHeld,
      warn(({ mail }) => mail.held),
    ),
    ...when(
      isSimulation,
      warn(({ mail }) => mail.simulation),
    ),
    ...when(
      !isConfigured && !isSimulation,
      error(({ mail }) => mail.notConfigured),
    ),
    ...when(
      isFailing,
      (sent === 0 ? error : warn)(({ mail }) => mail.failing),
    ),
    ...when(
      !isHeld && (overdueMs ?? 0) > late,
      error(({ mail }) => mail.overdue),
    ),
  ]);
}

export function dnsRow({ domain, verdict, rows, ageMs, isSimulation }: DomainFacts): Finding {
  if (ageMs === null) {
    const found: Finding["found"] = ({ dns }) => dns.unchecked(domain);
    return isSimulation ? untold("dns", found) : judged("dns", found, [warn(({ dns }) => dns.check)]);
  }
  const wrong = rows.filter((row) => row.verdict === "error" || row.verdict === "warn").map(({ key }) => key);
  return judged("dns", ({ dns }) => dns.found(domain, ageMs, wrong), [
    ...when(
      verdict === "error",
      error(({ dns }) => dns.mend),
    ),
    ...when(
      verdict === "warn",
      warn(({ dns }) => dns.mend),
    ),
    ...when(
      ageMs > domainAgeMs,
      warn(({ dns }) => dns.checkAgain),
    ),
  ]);
}
