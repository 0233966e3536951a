import { domainTexts } from "#contract/email-domain.ts";
import { systemActor } from "#contract/journal.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import { recordEntry } from "#server/journal/journal.service.ts";
import type { Mail } from "#server/mail/mail.ts";
import { postNotice } from "#server/notices/notices.service.ts";
import { findPresence } from "./dkim.rules.ts";
import { findActiveKey, markFound, markMissing, type StoredKey } from "./dkim-keys.queries.ts";
import { activateSeenKeys } from "./dkim-keys.service.ts";
import { dkimKeyGone } from "./domain.errors.ts";
import { domainOf } from "./sender-domain.ts";

type Deps = Pick<AppDependencies, "db" | "now" | "lookUp"> & { mail: Mail };

/** The DNS is asked so often whether it still holds what we sign with. */
const lookEveryMs = 3 * 60_000;

/**
 * For whatever is about to send a campaign. A DNS that does not answer says nothing against the key.
 * @throws 409 `dkim_key_gone` when the DNS says that the key is not there
 */
export async function ensureKeyIsPublished({ db, lookUp, mail }: Omit<Deps, "now">): Promise<void> {
  const key = await findSigningKey({ db, mail });
  if (key === null) return;
  const presence = await findPresence(lookUp, key);
  if (presence !== "ours" && presence !== "unknown") throw dkimKeyGone();
}

/** The key that messages are signed with now; null when they are not, or nothing is really sent. */
async function findSigningKey({ db, mail }: Pick<Deps, "db" | "mail">): Promise<StoredKey | null> {
  const { dkim, smtp, provider, simulationMode, senderEmail } = await mail.settings();
  const signs = dkim !== null && smtp !== null && (provider === "smtp" || provider === "auto");
  return signs && !simulationMode ? findActiveKey(db, domainOf(senderEmail)) : null;
}

/**
 * The keys' own upkeep: what is seen in the DNS begins to sign, what is missing there pauses campaigns.
 * @param pauseCampaigns pauses all that run, with this reason
 */
export function createDkimWatch(
  deps: Deps,
  pauseCampaigns: (reason: string) => Promise<void>,
): () => Promise<void> {
  let last = Number.NEGATIVE_INFINITY;
  return async () => {
    const time = deps.now().getTime();
    if (Math.abs(time - last) < lookEveryMs) return;
    last = time;
    await activateSeenKeys(deps);
    await watchSigningKey(deps, pauseCampaigns);
  };
}

async function watchSigningKey(
  { db, now, lookUp, mail }: Deps,
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
