/** Why a friend waits for a review: the first reason that applies. The SQL function `hold_referrals` decides. */
export type HeldReason = "self" | "mailbox" | "device" | "network";

/** An administrator's decision about a friend: it counts, or it does not count. */
export type ReferralVerdict = "accepted" | "refused";
