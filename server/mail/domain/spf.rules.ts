import type { DomainCheckRow } from "#contract/email-domain.schema.ts";
import type { LookUp } from "#server/lib/dns.ts";
import { checkRow, type Sending, type SendingRoute, unanswered } from "./check-row.ts";
import { evaluateSpf, type SpfEvaluation, spfLimits, spfRecords } from "./spf-evaluation.rules.ts";

/** An address of a documentation range (RFC 5737). It matches no mechanism, so that the whole record is evaluated. */
const unusedAddress = "203.0.113.254";

/**
 * Checks that there is exactly one record with few enough look-ups, that it is not open to all senders and that it contains the relay.
 * @param addresses the addresses of the relay; empty when they are not known
 */
export async function checkSpf(
  lookUp: LookUp,
  sending: Sending,
  addresses: readonly string[],
): Promise<DomainCheckRow> {
  const domain = sending.envelopeDomain;
  const answer = await lookUp(domain, "TXT");
  if (answer.type === "unanswered") return unanswered("spf", domain);
  const records = spfRecords(answer.type === "found" ? answer.records : []);
  const [record] = records;
  if (record === undefined) return absent(sending, addresses);
  if (records.length > 1) return several(domain, records);
  const walked = await evaluateSpf(lookUp, contextOf(sending, unusedAddress));
  if (walked.result === "temperror") return unanswered("spf", domain);
  return broken(domain, record, walked) ?? (await containing(lookUp, sending, { record, addresses, walked }));
}

const contextOf = ({ envelopeDomain, senderEmail }: Sending, ip: string) => ({
  ip,
  domain: envelopeDomain,
  helo: envelopeDomain,
  sender: `${senderEmail.slice(0, senderEmail.lastIndexOf("@"))}@${envelopeDomain}`,
});

const paste = (domain: string, value: string) => ({ name: domain, type: "TXT" as const, value });

function absent(sending: Sending, addresses: readonly string[]): DomainCheckRow {
  const terms = termsFor(sending, addresses);
  return checkRow("spf", "error", `Aucun enregistrement SPF pour ${sending.envelopeDomain}.`, {
    text: terms
      ? "Ajoutez cet enregistrement chez l’hébergeur de votre domaine. Si d’autres services envoient pour ce domaine, ajoutez aussi leurs règles."
      : "Demandez à votre relais d’envoi sa règle SPF (elle commence par « include:… ») et placez-la entre « v=spf1 » et « ~all ».",
    record: terms ? paste(sending.envelopeDomain, `v=spf1 ${terms} ~all`) : null,
  });
}

/** The terms that allow the relay; empty when they are unknown. */
function termsFor({ route }: Sending, addresses: readonly string[]): string {
  const include = includeOf(route);
  if (include !== null) return `include:${include}`;
  return addresses.map((address) => `${address.includes(":") ? "ip6" : "ip4"}:${address}`).join(" ");
}

function several(domain: string, records: string[]): DomainCheckRow {
  const terms = records.flatMap((text) => text.split(" ").slice(1)).filter((term) => term !== "");
  const rules = [...new Set(terms.filter((term) => !/^[+~?-]?all$/i.test(term)))];
  const merged = ["v=spf1", ...rules, "~all"].join(" ");
  return checkRow("spf", "error", records.join("\n"), {
    text: `Il y a ${records.length} enregistrements SPF : les serveurs n’en acceptent qu’un. Supprimez-les et mettez celui-ci à leur place.`,
    record: paste(domain, merged),
  });
}

function broken(domain: string, record: string, { result, problem }: SpfEvaluation): DomainCheckRow | null {
  if (result === "permerror") {
    return checkRow("spf", "error", record, {
      text: `Les serveurs ignorent cet enregistrement : ${problem}. Corrigez-le ou retirez des règles « include:… » dont vous ne vous servez plus.`,
      record: null,
    });
  }
  if (result !== "pass") return null;
  return checkRow("spf", "error", record, {
    text: "Il autorise le monde entier à envoyer en votre nom (« +all »). Terminez-le par « ~all ».",
    record: /\s\+?all$/i.test(record) ? paste(domain, record.replace(/\+?all$/i, "~all")) : null,
  });
}

type Contained = { record: string; addresses: readonly string[]; walked: SpfEvaluation };

async function containing(
  lookUp: LookUp,
  sending: Sending,
  { record, addresses, walked }: Contained,
): Promise<DomainCheckRow> {
  const include = includeOf(sending.route);
  if (include !== null && walked.included.includes(include)) return good(record, walked);
  const verdicts = [];
  for (const ip of addresses) verdicts.push((await evaluateSpf(lookUp, contextOf(sending, ip))).result);
  if (verdicts.includes("temperror")) return unanswered("spf", sending.envelopeDomain);
  if (verdicts.length > 0 && verdicts.every((result) => result === "pass")) return good(record, walked);
  const terms = termsFor(sending, addresses);
  if (terms === "") {
    return checkRow("spf", "unknown", record, {
      text: "Le DNS seul ne dit pas de quelles adresses partent vos messages : le message d’essai le dira.",
      record: null,
    });
  }
  return checkRow("spf", include === null ? "warn" : "error", record, {
    text:
      include === null
        ? "Le serveur d’envoi n’y figure pas. S’il envoie lui-même vos messages, remplacez l’enregistrement par celui-ci ; si c’est un relais, ajoutez plutôt la règle « include:… » qu’il vous indique."
        : "Votre relais d’envoi n’y figure pas : remplacez l’enregistrement par celui-ci.",
    record: paste(sending.envelopeDomain, record.replace(/^v=spf1/i, `v=spf1 ${terms}`)),
  });
}

function good(record: string, { lookUps }: SpfEvaluation): DomainCheckRow {
  if (lookUps < spfLimits.lookUps) return checkRow("spf", "ok", record);
  return checkRow("spf", "warn", record, {
    text: `Il demande ${lookUps} recherches DNS, autant que permis : une de plus, et les serveurs l’ignorent.`,
    record: null,
  });
}

/** Relays whose sending addresses differ from their receiving ones, with the `include` that they require from customers. */
const includes: [host: RegExp, include: string][] = [
  [/(^|\.)brevo\.com$|(^|\.)sendinblue\.com$/, "spf.brevo.com"],
  [/(^|\.)mailjet\.com$/, "spf.mailjet.com"],
  [/(^|\.)sendgrid\.net$/, "sendgrid.net"],
  [/(^|\.)postmarkapp\.com$/, "spf.mtasv.net"],
  [/(^|\.)mailgun\.org$/, "mailgun.org"],
  [/(^|\.)amazonaws\.com$/, "amazonses.com"],
  [/(^|\.)(gmail|google|googlemail)\.com$/, "_spf.google.com"],
  [/(^|\.)(office365|outlook)\.com$/, "spf.protection.outlook.com"],
  [/(^|\.)ovh\.net$|(^|\.)mail\.ovh\.(net|com)$/, "mx.ovh.com"],
  [/(^|\.)gandi\.net$/, "_mailcust.gandi.net"],
  [/(^|\.)infomaniak\.com$/, "spf.infomaniak.ch"],
  [/(^|\.)ionos\.(fr|com|de)$/, "_spf-eu.ionos.com"],
];

/** The SPF include for customers of this relay; null for an unknown relay. */
function includeOf(route: SendingRoute | null): string | null {
  if (route === null || route.provider === "php") return null;
  if (route.provider === "sendgrid") return "sendgrid.net";
  const host = route.host.toLowerCase();
  return includes.find(([pattern]) => pattern.test(host))?.[1] ?? null;
}
