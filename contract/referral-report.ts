import type { HeldReason } from "./referrals.ts";

/** Whether a friend counts for the referrer. `other`: throw-away addresses, duplicates, limited sign-ups and samples. */
export const friendStates = ["counted", "held", "refused", "unconfirmed", "other"] as const;
export type FriendState = (typeof friendStates)[number];
export const friendStateLabels: Record<FriendState, string> = {
  counted: "Compte",
  held: "À vérifier",
  refused: "Ne compte pas\u00a0: refusée",
  unconfirmed: "Adresse pas encore confirmée",
  other: "Ne compte pas\u00a0: doublon, adresse jetable ou inscription limitée",
};

export const heldReasonLabels: Record<HeldReason, string> = {
  self: "Même boîte e-mail que la personne qui parraine",
  mailbox: "Même boîte e-mail qu’une autre de ses amies",
  device: "Même appareil que la personne qui parraine ou qu’une autre de ses amies, le même jour",
  network: "Plus de cinq amies du même réseau en un jour",
};

export const referralLimits = {
  /** Referrers, friends and friends to review that a page of their lists has. */
  pageSize: 20,
  /** Friends that one call reviews by their ids. */
  reviewedMax: 1_000,
  /** Sources that the report lists. */
  sources: 20,
} as const;

export const referralMessages = {
  friends: "Choisissez au moins une amie",
  verdict: "Décision inconnue",
} as const;
