import { systemActor } from "#contract/journal.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import { recordEntry } from "#server/journal/journal.service.ts";
import { changeAdmins } from "./admins.service.ts";
import { ensureFirstAdmin, isSetUpRequired } from "./first-admin.service.ts";
import { getInstallationKey } from "./installation.service.ts";
import { type IssuedLink, issueLink } from "./links.service.ts";
import { setUpDone, wrongSetUpCode } from "./setup.errors.ts";
import { deriveSetUpCode, isSetUpCode } from "./setup-code.rules.ts";

/** Tells the operator, and nobody else, where the first administrator is made. Silent once there is one. */
export async function announceSetUp(
  deps: Pick<AppDependencies, "db" | "config" | "announce">,
): Promise<void> {
  if (!(await isSetUpRequired(deps.db))) return;
  const address = `${deps.config.baseUrl}/admin/setup#code=${await readSetUpCode(deps)}`;
  deps.announce(`There is no administrator yet. Make the first one at ${address}`);
}

/**
 * Makes the first super administrator, who chooses the password with the link. Only who reads the server's console has
 * the code; nobody else changes anything. It may be repeated, with another address, until somebody has activated.
 */
export async function setUpFirstAdmin(
  deps: Pick<AppDependencies, "db" | "config" | "now">,
  { email, code }: { email: string; code: string },
): Promise<IssuedLink> {
  const expected = await readSetUpCode(deps);
  return changeAdmins(deps.db, async (tx) => {
    if (!(await isSetUpRequired(tx))) throw setUpDone();
    if (!isSetUpCode(code, expected)) throw wrongSetUpCode();
    const first = await ensureFirstAdmin(tx, email.toLowerCase());
    await recordEntry(tx, {
      actor: systemActor,
      action: "admin.set_up",
      subject: first.id,
      details: { email: first.email },
    });
    return issueLink(deps, first, tx);
  });
}

async function readSetUpCode({ db, config }: Pick<AppDependencies, "db" | "config">): Promise<string> {
  return deriveSetUpCode(config.authSecret, await getInstallationKey(db));
}
