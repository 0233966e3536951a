/** Consents, requests and retention periods: the constants of the legal texts. */
import { oldestBackupDays } from "./backup.ts";

const consentPurposes = ["news"] as const;
export type ConsentPurpose = (typeof consentPurposes)[number];

/**
 * By what a consent was confirmed or declined: a button of the confirmation page (`with_news`, `address_only`), the person's own page, or the
 * button to come back after leaving.
 */
export const consentConfirmations = ["with_news", "address_only", "own_page", "returned"] as const;
export type ConsentConfirmation = (typeof consentConfirmations)[number];
/** As the person read it. */
export const consentButtons: Record<ConsentConfirmation, string> = {
  with_news: "Confirmer mon adresse et recevoir les actualités",
  address_only: "Confirmer mon adresse seulement",
  own_page: "J’accepte",
  returned: "Me réinscrire",
};

export const withdrawers = ["person", "admin", "system"] as const;
export type WithdrawnBy = (typeof withdrawers)[number];

/** Why an address is not written to. `limited`: its owner asked for it (article 18); then nothing is sent, not only no news. */
export const suppressionReasons = [
  "unsubscribed",
  "erased",
  "bounced",
  "complained",
  "manual",
  "limited",
] as const;
export type SuppressionReason = (typeof suppressionReasons)[number];
export const suppressionReasonLabels: Record<SuppressionReason, string> = {
  unsubscribed: "Désinscription",
  erased: "Effacement demandé",
  bounced: "Adresse en erreur",
  complained: "Plainte pour spam",
  manual: "Ajoutée à la main",
  limited: "Limitation demandée",
};

export const suppressionScopes = ["news", "all"] as const;
export type SuppressionScope = (typeof suppressionScopes)[number];

export const requestKinds = [
  "access",
  "rectification",
  "erasure",
  "limitation",
  "portability",
  "objection",
] as const;
export type RequestKind = (typeof requestKinds)[number];
export const requestKindLabels: Record<RequestKind, string> = {
  access: "Accès",
  rectification: "Rectification",
  erasure: "Effacement",
  limitation: "Limitation",
  portability: "Portabilité",
  objection: "Opposition",
};

/** Periods that the policy promises, each held by a job or a rule that reads it here. */
export const privacyPeriods = {
  /** A link of a confirmation message works for so long. */
  confirmationDays: 30,
  /** How long a link to one's own data works. */
  myDataMinutes: 30,
  /** With `deleteUnconfirmed`: one reminder after so many hours, deletion after `confirmationDays`. */
  reminderHours: 48,
  /** Texts and variables of messages, from their creation. */
  mailTextDays: 90,
  /** Addresses and names in the log of messages. */
  mailAddressMonths: 12,
  journalMonths: 12,
  /** Counts of visits, which the CNIL lets an audience measurement without consent keep for 25 months. */
  passageMonths: 25,
  /** A request is answered within so many months (article 12), and shown as urgent after so many days. */
  requestMonths: 1,
  requestWarningDays: 20,
  /** Closed requests are proof, and kept for so many years. */
  requestYears: 5,
  /** An address stays blocked for so many years after the last reason to block it. */
  suppressionYears: 3,
  /** The log of erasures outlives every backup that could bring an erased person back. */
  erasureLogDays: oldestBackupDays + 30,
} as const;

/** The minimum age that a person confirms at sign-up. */
export const minimumAge = 15;
