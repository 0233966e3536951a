/**
 * What happened to a message after it was sent, or why a server refused it.
 * - hard: the mailbox does not exist (RFC 3463: 5.1.1, 5.1.2, 5.1.3, 5.1.10, 5.2.1).
 * - soft: the server gave up after temporary failures (4.x.x, 5.2.2, 5.3.x).
 * - blocked: refused for its content or sender (5.7.x), not because of the recipient.
 * - complaint: the recipient reported it as spam.
 * - unsubscribed: the recipient used its unsubscribe link.
 */
export const emailEventKinds = ["hard", "soft", "blocked", "complaint", "unsubscribed"] as const;
export type EmailEventKind = (typeof emailEventKinds)[number];

export const emailEventKindLabels: Record<EmailEventKind, string> = {
  hard: "Adresse inexistante",
  soft: "Non remis",
  blocked: "Refusé par le serveur",
  complaint: "Signalé comme spam",
  unsubscribed: "Désinscription",
};

/** The source of the report: the dialog with the server, a message in the mailbox of bounces, SendGrid, or a page of the site. */
export const emailEventSources = ["smtp", "mailbox", "sendgrid", "page"] as const;
export type EmailEventSource = (typeof emailEventSources)[number];

/** The source of an event's quotation; a page has none. */
export const speakerLabels: Record<EmailEventSource, string> = {
  smtp: "Réponse du serveur distant",
  mailbox: "Citation du rapport",
  sendgrid: "Réponse que SendGrid rapporte",
  page: "Citation",
};

export const bounceMessages = {
  tooLong:
    "Choisissez une adresse dont la partie avant « @ » a 18 caractères au plus : chaque message y ajoute son numéro",
  plus: "Indiquez l’adresse de la boîte elle-même, sans « + »",
  webhookKey: "Collez la clé de vérification telle que SendGrid l’affiche",
} as const;

export const bounceRules = {
  /** This many undelivered campaigns in a row within this many days suppress news for a while. */
  softCampaigns: 3,
  softWithinDays: 30,
  softPauseDays: 90,
  /**
   * A campaign pauses when servers refuse this share of its last messages for content or sender. The servers must belong to this
   * many organisations, because the owner of a single domain can refuse every message to that domain.
   */
  blockedShare: 0.05,
  blockedDomains: 3,
  blockedOfLast: 100,
  /** From this share on, one organisation suffices: only a large provider has that many recipients. */
  blockedShareOfFew: 0.1,
  /** How often the bounce mailbox is read. */
  readEveryMs: 120_000,
} as const;
