/** Why a friend waits for a review: the first that holds. The SQL function `hold_referrals` decides. */
export type HeldReason = "self" | "mailbox" | "device" | "network";

/** What an administrator said about a friend: it counts, or it does not. */
export type ReferralVerdict = "accepted" | "refused";
