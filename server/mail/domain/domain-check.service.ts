import { isIP } from "node:net";
import type { DomainCheck, DomainCheckRow } from "#contract/email-domain.schema.ts";
import { worstVerdict } from "#contract/email-domain.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import { recordEntry } from "#server/journal/journal.service.ts";
import type { DnsAnswer, LookUp } from "#server/lib/dns.ts";
import type { DomainChecker, Mail } from "#server/mail/mail.ts";
import { findBounceAddress } from "#server/mail/settings/delivery-settings.service.ts";
import { isInternalAddress } from "#server/mail/transports/connect.ts";
import { providersInUse } from "#server/mail/transports/create-transport.ts";
import type { DeliverySettings } from "#server/mail/transports/transport.ts";
import type { Addresses } from "#server/privacy/addresses.service.ts";
import { domainOf, type Sending, type SendingRoute } from "./check-row.ts";
import { checkDkim, type PublishedKey } from "./dkim.rules.ts";
import { activatePublishedKeys, ensureKeyIsPublished } from "./dkim-keys.service.ts";
import { checkAlignment, checkDmarc, findDmarc } from "./dmarc.rules.ts";
import { findCheck, listKeys, type StoredCheck, storeCheck } from "./domain.queries.ts";
import {
  checkMx,
  checkPtr,
  checkStarttls,
  createRelayQuestion,
  type RelayGreeting,
} from "./mail-server.service.ts";
import { checkOneClick } from "./one-click.service.ts";
import { checkProbe, prepareProbe } from "./probe.service.ts";
import { checkSpf } from "./spf.rules.ts";

export type CheckDeps = Pick<AppDependencies, "db" | "config" | "now" | "log" | "lookUp"> & {
  mail: Mail;
  addresses: Addresses;
  fetch: typeof fetch;
};

/** A check without an answer within this time is `unknown`. */
const timeoutMs = 10_000;

export function createDomainChecker(deps: CheckDeps): DomainChecker {
  let underWay: Promise<DomainCheck> | null = null;
  return {
    last: () => getLastDomainCheck(deps),
    ensureKeyIsPublished: () => ensureKeyIsPublished(deps),
    check(actor) {
      underWay ??= runCheck(deps, actor).finally(() => {
        underWay = null;
      });
      return underWay;
    },
  };
}

/** Returns the stored check, if it is about the present domain of the sender. */
export async function getLastDomainCheck({
  db,
  now,
  mail,
}: Pick<CheckDeps, "db" | "now"> & { mail: Pick<Mail, "settings"> }): Promise<DomainCheck> {
  const settings = await mail.settings();
  const domain = domainOf(settings.senderEmail);
  const stored = await findCheck(db);
  if (stored === null || stored.domain !== domain) {
    return { domain, checkedAt: null, verdict: "unknown", rows: [] };
  }
  const { hasMailbox } = await findBounceAddress(db);
  const state = { probe: stored.probe, hasMailbox, isSimulation: settings.simulationMode };
  return present(stored, checkProbe(state, now()));
}

function present({ domain, checkedAt, rows }: StoredCheck, probe: DomainCheckRow): DomainCheck {
  const all = [...rows, probe];
  const verdict = worstVerdict(all.map((row) => row.verdict));
  return { domain, checkedAt: checkedAt.toISOString(), verdict, rows: all };
}

async function runCheck(deps: CheckDeps, actor: string): Promise<DomainCheck> {
  const { db, now, mail } = deps;
  const settings = await mail.settings();
  const bounces = await findBounceAddress(db);
  const sending = sendingOf(settings, bounces.email, deps.config);
  const signal = AbortSignal.timeout(timeoutMs);
  const lookUp = boundedLookUp(deps.lookUp, signal);
  await activatePublishedKeys({ db, now, lookUp });
  const rows = await allRows({ ...deps, lookUp }, sending, signal);
  const before = (await findCheck(db))?.probe ?? null;
  const mayProbe = bounces.hasMailbox && bounces.email !== null && !settings.simulationMode;
  const probing = mayProbe ? await prepareProbe(deps, { to: bounces.email ?? "", before }) : null;
  await storeCheck(db, {
    domain: sending.domain,
    checkedAt: now(),
    rows,
    probe: probing?.probe ?? before,
  });
  probing?.send();
  const check = await getLastDomainCheck(deps);
  const details = { domain: check.domain, verdict: check.verdict };
  await recordEntry(db, { actor, action: "domain.checked", details });
  return check;
}

function sendingOf(
  settings: DeliverySettings,
  bounceEmail: string | null,
  config: AppDependencies["config"],
): Sending {
  const { senderEmail } = settings;
  const [provider] = providersInUse(settings, config);
  return {
    senderEmail,
    domain: domainOf(senderEmail),
    envelopeDomain: domainOf(bounceEmail ?? senderEmail),
    route: routeOf(provider ?? null, settings),
  };
}

function routeOf(
  provider: SendingRoute["provider"] | "auto" | null,
  { smtp }: DeliverySettings,
): SendingRoute | null {
  if (provider === "sendgrid" || provider === "php") return { provider };
  if (provider !== "smtp" || smtp === null) return null;
  return { provider, host: smtp.host, port: smtp.port, hasPassword: smtp.username !== null };
}

/** Makes all rows in their order on the screen, except the row of the message to the mailbox, which is made on reading. */
async function allRows(deps: CheckDeps, sending: Sending, signal: AbortSignal): Promise<DomainCheckRow[]> {
  const { lookUp, config, db } = deps;
  const { route, domain } = sending;
  const addresses = await addressesOf(lookUp, route);
  const outside = addresses.filter((address) => !isInternalAddress(address));
  const key = await keyOf(db, domain);
  const signingDomain = key?.state === "active" && route?.provider === "smtp" ? key.domain : null;
  const dmarc = findDmarc(lookUp, domain);
  return Promise.all([
    checkSpf(lookUp, sending, outside),
    checkDkim(lookUp, sending, key),
    dmarc.then((found) => checkDmarc(sending, found)),
    dmarc.then((found) => checkAlignment(sending, { signingDomain, dmarc: found })),
    checkMx(lookUp, sending.envelopeDomain),
    checkPtr(lookUp, sending, addresses),
    greetingOf(route, config, signal).then((greeting) => checkStarttls(route, greeting)),
    checkOneClick(deps, signal),
  ]);
}

/** Returns null when mail does not leave over SMTP. The signal limits the total time, which the limits of single steps do not. */
async function greetingOf(
  route: SendingRoute | null,
  { mailPrivateHosts }: AppDependencies["config"],
  signal: AbortSignal,
): Promise<RelayGreeting | null> {
  if (route?.provider !== "smtp") return null;
  const ask = createRelayQuestion({ privateHosts: mailPrivateHosts, timeoutMs: timeoutMs / 2 });
  const late = Promise.withResolvers<RelayGreeting>();
  const reason = `${route.host}:${route.port} n’a pas répondu à temps.`;
  const giveUp = () => late.resolve({ type: "silent", reason });
  signal.addEventListener("abort", giveUp, { once: true });
  if (signal.aborted) giveUp();
  return Promise.race([ask(route), late.promise]);
}

/** Returns the signing key, or else the prepared one. */
async function keyOf(db: CheckDeps["db"], domain: string): Promise<PublishedKey | null> {
  const keys = (await listKeys(db)).filter((key) => key.domain === domain);
  const inState = (state: PublishedKey["state"]) => keys.find((key) => key.state === state);
  return inState("active") ?? inState("prepared") ?? null;
}

async function addressesOf(lookUp: LookUp, route: SendingRoute | null): Promise<string[]> {
  if (route?.provider !== "smtp") return [];
  const host = route.host.replace(/^\[(.*)\]$/, "$1");
  if (isIP(host)) return [host];
  const answers = await Promise.all([lookUp(host, "A"), lookUp(host, "AAAA")]);
  return answers.flatMap((answer) => (answer.type === "found" ? answer.records : []));
}

/** Sends each DNS query once, and none after the time limit. Queries that are open at the limit count as unanswered. */
function boundedLookUp(lookUp: LookUp, signal: AbortSignal): LookUp {
  const answers = new Map<string, Promise<DnsAnswer>>();
  const late = new Promise<DnsAnswer>((resolve) => {
    const end = () => resolve({ type: "unanswered" });
    if (signal.aborted) end();
    else signal.addEventListener("abort", end, { once: true });
  });
  return (name, type) => {
    const question = `${type} ${name.toLowerCase()}`;
    const answer = answers.get(question) ?? Promise.race([lookUp(name, type), late]);
    answers.set(question, answer);
    return signal.aborted ? late : answer;
  };
}
