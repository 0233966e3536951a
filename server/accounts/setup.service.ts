import { createHmac, timingSafeEqual } from "node:crypto";
import { systemActor } from "#contract/journal.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import { recordEntry } from "#server/journal/journal.service.ts";
import type { Db } from "#server/lib/database/database.ts";
import { setUpDone, wrongSetUpCode } from "./accounts.errors.ts";
import {
  type AdminRow,
  findAdminByEmail,
  findPendingSuperAdmin,
  insertAdmin,
  isAnyActivated,
  makeSuperAdmin,
  renameAdmin,
  withAdminLock,
} from "./admins.queries.ts";
import { getInstallationKey } from "./installation.service.ts";
import { type IssuedLink, issueLink } from "./links.service.ts";

/** Prints for the operator only where to create the first administrator. Silent once there is one. */
export async function announceSetUp(
  deps: Pick<AppDependencies, "db" | "config" | "announce">,
): Promise<void> {
  if (!(await isSetUpRequired(deps.db))) return;
  const address = `${deps.config.baseUrl}/admin/setup#code=${await readSetUpCode(deps)}`;
  deps.announce(`There is no administrator yet. Make the first one at ${address}`);
}

/**
 * Creates the first super administrator, who chooses the password with the link. Only readers of the server's console have
 * the code. Set-up may be repeated, with another address, until the account is activated.
 */
export async function setUpFirstAdmin(
  deps: Pick<AppDependencies, "db" | "config" | "now">,
  { email, code }: { email: string; code: string },
): Promise<IssuedLink> {
  const expected = await readSetUpCode(deps);
  return withAdminLock(deps.db, async (tx) => {
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

export async function isSetUpRequired(db: Db): Promise<boolean> {
  return !(await isAnyActivated(db));
}

/** Promotes the account with this address, or creates a pending one; a repeated call changes the address of the pending one. */
async function ensureFirstAdmin(tx: Db, email: string): Promise<AdminRow> {
  const sameAddress = await findAdminByEmail(tx, email);
  if (sameAddress) {
    await makeSuperAdmin(tx, sameAddress.id);
    return { ...sameAddress, isSuperAdmin: true };
  }
  const pending = await findPendingSuperAdmin(tx);
  if (!pending) return insertAdmin(tx, { email, isSuperAdmin: true });
  await renameAdmin(tx, pending.id, email);
  return { ...pending, email };
}

/** Crockford's base 32: no I, L, O or U, so that nothing is mistaken when it is typed off a console. */
const codeAlphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const codeLength = 20;
const groupLength = 5;

/**
 * The code of the first start: 100 bits that follow from the secret and the database, so that every instance prints
 * the same one and none has to store it.
 */
export function deriveSetUpCode(authSecret: string, installationKey: string): string {
  const digest = createHmac("sha256", authSecret).update(`set-up:${installationKey}`).digest();
  const letters = [...digest.subarray(0, codeLength)]
    .map((byte) => codeAlphabet[byte % codeAlphabet.length])
    .join("");
  return letters.replace(new RegExp(`(.{${groupLength}})(?=.)`, "g"), "$1-");
}

/** Ignores case, spaces, dashes and look-alike letters. */
export function isSetUpCode(typed: string, code: string): boolean {
  const [given, expected] = [typed, code].map((text) => Buffer.from(plainCode(text)));
  if (!given || !expected || given.length !== expected.length) return false;
  return timingSafeEqual(given, expected);
}

function plainCode(code: string): string {
  return code
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, "")
    .replace(/O/g, "0")
    .replace(/[IL]/g, "1");
}
