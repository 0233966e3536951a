import { createHash, randomBytes } from "node:crypto";
import { privacyPeriods } from "#contract/privacy.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import type { SignupHandlers } from "#server/signups/signup-events.ts";
import {
  deleteLinksOf,
  deletePastLinks,
  extendLastLink,
  extendLink,
  findOwner,
  insertLink,
} from "./privacy.queries.ts";

type Deps = Pick<AppDependencies, "db" | "now">;

const tokenPattern = /^[\w-]{43}$/;
const lifeMs = privacyPeriods.myDataMinutes * 60 * 1000;
/** The first half hour and the ten extensions that WCAG 2.2.1 asks for. */
const maxMs = 11 * lifeMs;

/**
 * Makes the link to a person's data just before its message leaves, because its half hour begins then. Only the hash of its token
 * is stored, so that a copy of the database opens no page.
 */
export async function makeMyDataLink(
  { db, now, config }: Deps & { config: { baseUrl: string } },
  emailHash: string,
): Promise<string> {
  const token = randomBytes(32).toString("base64url");
  const createdAt = now();
  const expiresAt = new Date(createdAt.getTime() + lifeMs);
  await insertLink(db, { tokenHash: hashOf(token), emailHash, createdAt, expiresAt });
  return `${config.baseUrl}/mes-donnees/${token}`;
}

export type LinkOwner = { emailHash: string; openUntil: Date };

/** The hash of the address that a link is for, and when the link ends; null for a foreign or expired link. */
export async function findLinkOwner({ db, now }: Deps, token: string): Promise<LinkOwner | null> {
  if (!tokenPattern.test(token)) return null;
  return findOwner(db, { tokenHash: hashOf(token), now: now() });
}

/** Restarts the half hour, because the link's holder needs more time (WCAG 2.2.1). */
export async function extendOpenLink({ db, now }: Deps, token: string): Promise<void> {
  await extendLink(db, { tokenHash: hashOf(token), ...extensionFrom(now()) });
}

/** Restarts the half hour of the last link that still works, for an address that gets no further link today. */
export async function extendMyDataLink({ db, now }: Deps, emailHash: string): Promise<void> {
  await extendLastLink(db, { emailHash, ...extensionFrom(now()) });
}

const extensionFrom = (now: Date) => ({ now, expiresAt: new Date(now.getTime() + lifeMs), maxMs });

/** Deletes expired links. */
export async function deleteExpiredMyDataLinks({ db, now }: Deps): Promise<void> {
  await deletePastLinks(db, now());
}

/** Deletes the links of an erased address. */
export const myDataHandlers: SignupHandlers = {
  erased: (tx, { emailHashes }) => deleteLinksOf(tx, emailHashes),
};

function hashOf(token: string): string {
  return createHash("sha256").update(token).digest("base64url");
}
