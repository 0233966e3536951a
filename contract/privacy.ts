/** Consents, requests and retention periods: the constants of the legal texts. */
import { oldestBackupDays } from "./backup.ts";

const consentPurposes = ["news"] as const;
export type ConsentPurpose = (typeof consentPurposes)[number];

/**
 * How a person confirmed or declined a consent: with a button of the confirmation page (`with_news`, `address_only`), on their
 * own page, or with the button that takes an unsubscription back.
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

/**
 * Why an address is suppressed. `limited`: the person asked to limit the processing (article 18), so the address gets no news, and
 * service messages only when another sign-up of it is not limited.
 */
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

/** Periods that the privacy policy promises. A job or a rule that reads the constant enforces each of them. */
export const privacyPeriods = {
  /** How many days the link of a confirmation message works. */
  confirmationDays: 30,
  /** How many minutes a link to personal data works. */
  myDataMinutes: 30,
  /** With `deleteUnconfirmed`: one reminder after this many hours, deletion after `confirmationDays`. */
  reminderHours: 48,
  /** How many days texts and variables of messages are kept after their creation. */
  mailTextDays: 90,
  /** How many months the log of messages keeps addresses and names. */
  mailAddressMonths: 12,
  journalMonths: 12,
  /** How long counts of visits are kept. The CNIL allows 25 months for an audience measurement without consent. */
  passageMonths: 25,
  /** How many hours the keyed hashes of a sign-up's network and browser are kept. They are made only while referrals are on. */
  referralDeviceHours: 24,
  /** The term of a request (article 12), and after how many days it is shown as urgent. */
  requestMonths: 1,
  requestWarningDays: 20,
  /** How many years closed requests are kept, as proof. */
  requestYears: 5,
  /** How many years an address stays blocked after the last reason to block it. */
  suppressionYears: 3,
  /** How long the log of erasures is kept: longer than every backup that still contains the erased person. */
  erasureLogDays: oldestBackupDays + 30,
} as const;

/** The minimum age that a person confirms at sign-up. */
export const minimumAge = 15;
