import { createMiddleware } from "hono/factory";
import { adminMessages, attemptLimits } from "#contract/admins.ts";
import {
  type AttemptDependencies,
  type AttemptKey,
  attemptKey,
  beginAttempt,
  settleAttempt,
} from "./attempts.service.ts";
import { type Client, createRequestIdentity } from "./request-identity.ts";

const addressLimits = {
  "sign-in-address": { max: attemptLimits.signInPerAddress, message: adminMessages.tooManySignIns },
  "second-factor-address": { max: attemptLimits.otherPerAddress, message: adminMessages.tooManySignIns },
  "set-up-address": { max: attemptLimits.otherPerAddress, message: undefined },
  "link-address": { max: attemptLimits.otherPerAddress, message: undefined },
  "my-data-address": { max: attemptLimits.otherPerAddress, message: undefined },
  "lost-password-address": { max: attemptLimits.otherPerAddress, message: undefined },
} as const;
export type AddressKind = keyof typeof addressLimits;

/** The attempts of one kind that a client has made: one key for each network of its ladder. */
export function addressAttempts(deps: AttemptDependencies, kind: AddressKind, client: Client): AttemptKey[] {
  return client.map(({ name, share }) => attemptKey(deps, kind, name, addressLimits[kind].max * share));
}

/** What succeeded was no attempt at guessing: the client gets it back. */
export async function returnAttempt(deps: AttemptDependencies, kind: AddressKind, client: Client) {
  await settleAttempt(deps, { returned: addressAttempts(deps, kind, client) });
}

/** Counts a request against its client before its body is read, so that what is refused for its form counts as well. */
export function countByAddress(deps: AttemptDependencies, kind: AddressKind) {
  const identity = createRequestIdentity(deps);
  return createMiddleware(async (c, next) => {
    const keys = addressAttempts(deps, kind, await identity.client(c));
    await beginAttempt(deps, keys, addressLimits[kind].message);
    await next();
  });
}
