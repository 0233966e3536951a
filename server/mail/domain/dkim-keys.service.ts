import { generateKeyPair } from "node:crypto";
import { promisify } from "node:util";
import type { DkimKey } from "#contract/email-domain.schema.ts";
import { dkimRetiringDays, domainTexts } from "#contract/email-domain.ts";
import { systemActor } from "#contract/journal.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import { recordEntry } from "#server/journal/journal.service.ts";
import type { Db } from "#server/lib/database/database.ts";
import { ApiError, conflict, notFound } from "#server/lib/http/errors.ts";
import type { Mail } from "#server/mail/mail.ts";
import { touchSettings } from "#server/mail/settings/settings.queries.ts";
import { postNotice } from "#server/notices/notices.service.ts";
import { domainOf } from "./check-row.ts";
import { dkimName, dkimValue, findPresence, isSigningPair } from "./dkim.rules.ts";
import {
  activate,
  deleteRetired,
  findActiveKey,
  insertKey,
  listKeys,
  lockKeys,
  markFound,
  markMissing,
  retireActive,
  retireOrDeleteKey,
  type StoredKey,
} from "./domain.queries.ts";
import { keyBox } from "./signer.service.ts";

type Deps = Pick<AppDependencies, "db" | "config" | "now" | "lookUp"> & { mail: Mail };

const makePair = promisify(generateKeyPair);
const modulusLength = 2_048;
const retiringMs = dkimRetiringDays * 24 * 3_600_000;

export async function listDkimKeys({ db }: Pick<Deps, "db">): Promise<DkimKey[]> {
  return (await listKeys(db)).map(present);
}

/**
 * Creates a key for the sender's domain. It signs nothing before it is seen in the DNS.
 * @throws 409 while another one waits for that
 */
export async function createDkimKey({ db, config, now, mail }: Deps, actor: string): Promise<DkimKey> {
  const domain = domainOf((await mail.settings()).senderEmail);
  const pair = await makeKey();
  return db.transaction(async (tx) => {
    await lockKeys(tx);
    const keys = await listKeys(tx);
    const waiting = keys.find((key) => key.domain === domain && key.state === "prepared");
    if (waiting) throw keyWaits(waiting.selector);
    const selector = newSelector(now(), new Set(keys.map((key) => key.selector)));
    const privateKey = keyBox(config).seal(pair.privateKey);
    const values = { selector, domain, privateKey, publicKey: pair.publicKey, createdAt: now() };
    const key = await insertKey(tx, values);
    await recordEntry(tx, { actor, action: "dkim.created", details: { selector, domain } });
    return present(key);
  });
}

async function makeKey(): Promise<{ privateKey: string; publicKey: string }> {
  const { privateKey, publicKey } = await makePair("rsa", {
    modulusLength,
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
    publicKeyEncoding: { type: "spki", format: "der" },
  });
  const pair = { privateKey, publicKey: publicKey.toString("base64") };
  if (!isSigningPair(pair)) throw new Error("the key that was made does not sign");
  return pair;
}

/** The selector contains the month, so that admins see the age of a key. A second key of the same month gets a number. */
function newSelector(now: Date, taken: ReadonlySet<string>): string {
  const month = `tenue${now.toISOString().slice(0, 7).replace("-", "")}`;
  for (let number = 1; ; number += 1) {
    const selector = number === 1 ? month : `${month}-${number}`;
    if (!taken.has(selector)) return selector;
  }
}

/**
 * Retires a signing key: it stops signing at once, and its DNS record stays for some days for messages in transit. Deletes a key
 * that never signed.
 * @throws 404
 */
export async function retireDkimKey({ db, now }: Deps, selector: string, actor: string): Promise<void> {
  await db.transaction(async (tx) => {
    await lockKeys(tx);
    const key = await retireOrDeleteKey(tx, { selector, retiredAt: retirement(now()) });
    if (key === null) throw keyNotFound();
    if (key.state === "retiring") await touchSettings(tx);
    await recordEntry(tx, {
      actor,
      action: key.state === "retiring" ? "dkim.retired" : "dkim.removed",
      details: { selector, domain: key.domain },
    });
  });
}

const retirement = (now: Date) => new Date(now.getTime() + retiringMs);

/** Activates keys that are seen in the DNS and retires their predecessors. */
export async function activatePublishedKeys({
  db,
  now,
  lookUp,
}: Pick<Deps, "db" | "now" | "lookUp">): Promise<void> {
  for (const key of await listKeys(db)) {
    if (key.state !== "prepared" || (await findPresence(lookUp, key)) !== "ours") continue;
    await db.transaction((tx) => activateKey(tx, key, now()));
  }
}

async function activateKey(tx: Db, { selector, domain }: StoredKey, at: Date): Promise<void> {
  await lockKeys(tx);
  const isPrepared = (await listKeys(tx)).some(
    (key) => key.selector === selector && key.state === "prepared",
  );
  if (!isPrepared) return; // the key was removed, or another instance has activated it
  await retireActive(tx, { domain, retiredAt: retirement(at) });
  await activate(tx, { selector, at });
  await touchSettings(tx);
  await recordEntry(tx, { actor: systemActor, action: "dkim.activated", details: { selector, domain } });
}

export async function deleteRetiredKeys({ db, now }: Pick<Deps, "db" | "now">): Promise<void> {
  await deleteRetired(db, now());
}

function present({ selector, domain, publicKey, state, ...times }: StoredKey): DkimKey {
  return {
    selector,
    domain,
    state,
    record: { name: dkimName({ selector, domain }), type: "TXT", value: dkimValue(publicKey) },
    createdAt: times.createdAt.toISOString(),
    activatedAt: times.activatedAt?.toISOString() ?? null,
    retiredAt: times.retiredAt?.toISOString() ?? null,
  };
}

type WatchDeps = Pick<AppDependencies, "db" | "now" | "lookUp"> & { mail: Mail };

/** How often to check that the DNS still holds the signing key. */
const lookEveryMs = 3 * 60_000;

type KeyDeps = Pick<AppDependencies, "db" | "lookUp"> & { mail: Pick<Mail, "settings"> };

/** Returns why no campaign may be sent: the DNS says that the signing key is not there. Null also when the DNS does not answer. */
export async function findKeyProblem({ db, lookUp, mail }: KeyDeps): Promise<string | null> {
  const key = await findSigningKey({ db, mail });
  if (key === null) return null;
  const presence = await findPresence(lookUp, key);
  return presence === "ours" || presence === "unknown" ? null : domainTexts.keyGone;
}

/** Call it before a campaign is sent. @throws 409 `dkim_key_gone` as `findKeyProblem` */
export async function ensureKeyIsPublished(deps: KeyDeps): Promise<void> {
  const problem = await findKeyProblem(deps);
  if (problem !== null) throw new ApiError(409, "dkim_key_gone", problem);
}

/** Finds the key that signs messages now; null without a signature or in simulation. */
async function findSigningKey({ db, mail }: Pick<KeyDeps, "db" | "mail">): Promise<StoredKey | null> {
  const { dkim, smtp, provider, simulationMode, senderEmail } = await mail.settings();
  const signs = dkim !== null && smtp !== null && (provider === "smtp" || provider === "auto");
  return signs && !simulationMode ? findActiveKey(db, domainOf(senderEmail)) : null;
}

/**
 * Makes the upkeep of keys: activates keys that are seen in the DNS, and pauses campaigns when the signing key is missing there.
 * @param pauseCampaigns pauses all running campaigns, and those that paused themselves, with this reason
 */
export function createDkimWatch(
  deps: WatchDeps,
  pauseCampaigns: (reason: string) => Promise<void>,
): () => Promise<void> {
  let last = Number.NEGATIVE_INFINITY;
  return async () => {
    const time = deps.now().getTime();
    if (Math.abs(time - last) < lookEveryMs) return;
    last = time;
    await activatePublishedKeys(deps);
    await watchSigningKey(deps, pauseCampaigns);
  };
}

async function watchSigningKey(
  { db, now, lookUp, mail }: WatchDeps,
  pauseCampaigns: (reason: string) => Promise<void>,
): Promise<void> {
  const key = await findSigningKey({ db, mail });
  if (key === null) return;
  const { selector, domain } = key;
  const tell = { actor: systemActor, details: { selector, domain } };
  const presence = await findPresence(lookUp, key);
  if (presence === "unknown") return;
  if (presence === "ours") {
    await db.transaction(async (tx) => {
      if (await markFound(tx, selector)) await recordEntry(tx, { ...tell, action: "dkim.back" });
    });
    return;
  }
  await db.transaction(async (tx) => {
    if (!(await markMissing(tx, { selector, since: now() }))) return;
    await recordEntry(tx, { ...tell, action: "dkim.missing" });
    await postNotice(tx, { kind: "dkim_key_gone", details: { selector, domain } });
  });
  await pauseCampaigns(domainTexts.keyGone);
}

const keyNotFound = () => notFound("Cette clé n’existe pas, ou elle est déjà retirée.");

const keyWaits = (selector: string) =>
  conflict(`La clé ${selector} attend déjà d’être publiée : publiez-la ou supprimez-la d’abord.`);
