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
/** The label of each button as the person read it. */
export const consentButtons: Record<ConsentConfirmation, string> = {
  with_news: "Confirmer mon adresse et recevoir les actualités",
  address_only: "Confirmer mon adresse seulement",
  own_page: "J’accepte",
  returned: "Me réinscrire",
};

export const withdrawers = ["person", "admin", "system"] as const;
export type WithdrawnBy = (typeof withdrawers)[number];

/** Why an address is suppressed. `limited`: the person asked to limit the processing (article 18), so it gets no message at all. */
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
  /** How long the link of a confirmation message works. */
  confirmationDays: 30,
  /** How long a link to one's own data works. */
  myDataMinutes: 30,
  /** With `deleteUnconfirmed`: one reminder after this many hours, deletion after `confirmationDays`. */
  reminderHours: 48,
  /** How long texts and variables of messages are kept, from their creation. */
  mailTextDays: 90,
  /** How long addresses and names are kept in the log of messages. */
  mailAddressMonths: 12,
  journalMonths: 12,
  /** Counts of visits, which the CNIL lets an audience measurement without consent keep for 25 months. */
  passageMonths: 25,
  /** Keyed hashes of where a sign-up came from, while referral is on. */
  referralDeviceHours: 24,
  /** The term of a request (article 12), and after how many days it is shown as urgent. */
  requestMonths: 1,
  requestWarningDays: 20,
  /** How many years closed requests are kept, as proof. */
  requestYears: 5,
  /** How many years an address stays blocked after the last reason to block it. */
  suppressionYears: 3,
  /** The log of erasures outlives every backup that could bring an erased person back. */
  erasureLogDays: oldestBackupDays + 30,
} as const;

/** The minimum age that a person confirms at sign-up. */
export const minimumAge = 15;
