import type { Audience } from "#contract/audience.ts";
import type { SignupDetail } from "#contract/signup-list.schema.ts";
import type { SaveNote } from "#contract/signup-note.schema.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import { recordEntry } from "#server/journal/journal.service.ts";
import { getSignup } from "./decisions.service.ts";
import { updateNote } from "./note.queries.ts";
import { staleSignup } from "./rectification.service.ts";

/**
 * Saves the star and the private note. The journal records that they changed, not the text.
 * @throws 404, 409 `stale` with the current state
 */
export async function saveNote(
  { db }: Pick<AppDependencies, "db">,
  { audience, id, actor, ...values }: SaveNote & { audience: Audience; id: string; actor: string },
): Promise<SignupDetail> {
  return db.transaction(async (tx) => {
    const isSaved = await updateNote(tx, audience, { id, ...values });
    if (!isSaved) throw await staleSignup({ db: tx }, { audience, id, actor });
    await recordEntry(tx, { actor, action: "signup.noted", subject: id, details: { audience } });
    return getSignup({ db: tx }, { audience, id });
  });
}
