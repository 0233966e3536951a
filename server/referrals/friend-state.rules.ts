import type { FriendState } from "#contract/referral-report.ts";
import type { HeldReason, ReferralVerdict } from "#contract/referrals.ts";

type Facts = {
  /** As `counted_friends` decides. */
  counts: boolean;
  heldFor: HeldReason | null;
  reviewed: ReferralVerdict | null;
  confirmed: boolean;
};

/** What a list shows of a friend: the verdict comes before what the person has still to do. */
export function friendState({ counts, heldFor, reviewed, confirmed }: Facts): FriendState {
  if (counts) return "counted";
  if (reviewed === "refused") return "refused";
  if (heldFor !== null && reviewed === null) return "held";
  return confirmed ? "other" : "unconfirmed";
}
