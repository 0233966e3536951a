import { createHash } from "node:crypto";
import { canonicalEmail } from "#contract/email-address.ts";
import type { Redeem, Redeemed } from "#contract/invitations.schema.ts";
import { invitationMessages, waveLimits } from "#contract/waves.ts";
import { attemptKey, beginAttempt } from "#server/accounts/attempts.service.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import type { Db } from "#server/lib/database/database.ts";
import type { CurrentToken } from "#server/lib/http/api-router.ts";
import { ApiError } from "#server/lib/http/errors.ts";
import { findQuestions } from "#server/questionnaire/active-questions.service.ts";
import { answersOf } from "#server/signups/decisions.rules.ts";
import { lockSignup, noteActivity } from "#server/signups/own-signups.service.ts";
import { hashCode, parseInvitationCode } from "./codes.rules.ts";
import {
  findByCode,
  lockInvitation,
  type StoredInvitation,
  updateInvitation,
} from "./invitations.queries.ts";
import { usability } from "./invitations.service.ts";

type Deps = Pick<AppDependencies, "db" | "now" | "config">;
type Call = Redeem & { token: CurrentToken; idempotencyKey: string | null };

const wrongCodesWindowMs = 60_000;

/**
 * Redeems a code once: one of several concurrent calls succeeds. The same token and idempotency key get the same success again. A code is
 * found by its hash, so that the time of an answer reveals nothing about similar codes.
 * @throws ApiError 404 for an unknown code or another person's address, 409 for a redeemed code, 410 for an expired or revoked code, 429
 * after too many wrong codes
 */
export async function redeemInvitation(deps: Deps, call: Call): Promise<Redeemed> {
  const code = parseInvitationCode(call.code);
  const outcome = await deps.db.transaction((tx) =>
    redeemWithin(deps, tx, { ...call, hash: hashCode(code ?? "") }),
  );
  if (outcome !== null) return outcome;
  const wrong = attemptKey(deps, "redeem", call.token.id, waveLimits.wrongCodesPerMinute);
  await beginAttempt(deps, [{ ...wrong, windowMs: wrongCodesWindowMs }], invitationMessages.tooManyWrong);
  throw new ApiError(404, "not_found", invitationMessages.unknown);
}

/** @returns null for a wrong code */
async function redeemWithin(
  { now }: Deps,
  tx: Db,
  { hash, email, token, idempotencyKey }: Call & { hash: string },
): Promise<Redeemed | null> {
  const found = await findByCode(tx, hash);
  if (!found) return null;
  // Locks the sign-up before the invitation, in the same order as a deletion.
  const signup = await lockSignup(tx, found.audience, found.signupId);
  const invitation = await lockInvitation(tx, found.id);
  if (!signup || !invitation) return null;
  if (email !== undefined && canonicalEmail(email)?.toLowerCase() !== signup.email.toLowerCase()) return null;
  const by =
    idempotencyKey === null
      ? null
      : createHash("sha256").update(`${token.id} ${idempotencyKey}`).digest("base64url");
  const at = now();
  const redeemedAt = refuseUnusable(invitation, { by, at }) ?? at;
  if (!invitation.redeemedAt) {
    await updateInvitation(tx, invitation.id, { redeemedAt: at, redeemedBy: by, codeSealed: null });
    await noteActivity(tx, signup.emailHash, at);
  }
  const { audience, signupId: id } = invitation;
  const answers = token.scopes.includes("signups:read")
    ? answersOf(signup.responses, await findQuestions(tx)).map(({ questionId, question, value }) => ({
        questionId,
        question,
        value,
      }))
    : null;
  return {
    id,
    audience,
    firstname: signup.firstname,
    redeemedAt: redeemedAt.toISOString(),
    ...(answers && { answers }),
  };
}

/** @returns when the same call redeemed the code before; null when the code may be redeemed now. @throws ApiError 409, 410 */
function refuseUnusable(
  invitation: StoredInvitation,
  { by, at }: { by: string | null; at: Date },
): Date | null {
  switch (usability(invitation, at)) {
    case "valid":
      return null;
    case "redeemed":
      if (by !== null && invitation.redeemedBy === by) return invitation.redeemedAt;
      throw new ApiError(409, "invitation_redeemed", invitationMessages.redeemed, {
        beside: { redeemedAt: invitation.redeemedAt?.toISOString() ?? "" },
      });
    case "expired":
      throw new ApiError(410, "invitation_expired", invitationMessages.expired);
    case "revoked":
      throw new ApiError(410, "invitation_revoked", invitationMessages.revoked);
  }
}
