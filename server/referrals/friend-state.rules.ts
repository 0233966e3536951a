import type { FriendState } from "#contract/referral-report.ts";
import type { HeldReason, ReferralVerdict } from "#contract/referrals.ts";

type Facts = {
  /** The result of `counted_friends`. */
  counts: boolean;
  heldFor: HeldReason | null;
  reviewed: ReferralVerdict | null;
  confirmed: boolean;
};

/** The state that a list shows for a friend: the verdict has priority over the steps that the friend still has to do. */
export function friendState({ counts, heldFor, reviewed, confirmed }: Facts): FriendState {
  if (counts) return "counted";
  if (reviewed === "refused") return "refused";
  if (heldFor !== null && reviewed === null) return "held";
  return confirmed ? "other" : "unconfirmed";
}
