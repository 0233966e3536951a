/** The checks of the sender's domain, in display order. */
export const domainCheckKeys = [
  "spf",
  "dkim",
  "dmarc",
  "alignment",
  "mx",
  "ptr",
  "starttls",
  "one_click",
  "probe",
] as const;
export type DomainCheckKey = (typeof domainCheckKeys)[number];

export const domainCheckLabels: Record<DomainCheckKey, string> = {
  spf: "SPF",
  dkim: "Signature DKIM",
  dmarc: "DMARC",
  alignment: "Alignement",
  mx: "Réception des retours (MX)",
  ptr: "Nom inverse du serveur (PTR)",
  starttls: "Chiffrement (STARTTLS)",
  one_click: "Désinscription en un clic",
  probe: "Message d’essai",
};

/** `unknown`: no answer from the DNS; the domain may be correct. */
export const domainVerdicts = ["ok", "warn", "error", "unknown"] as const;
export type DomainVerdict = (typeof domainVerdicts)[number];

export const domainVerdictLabels: Record<DomainVerdict, string> = {
  ok: "Bon",
  warn: "À surveiller",
  error: "À corriger",
  unknown: "Inconnu",
};

/** The verdict of the worst row; `unknown` is worse than `ok` and better than a warning. */
export function worstVerdict(verdicts: readonly DomainVerdict[]): DomainVerdict {
  return (["error", "warn", "unknown"] as const).find((verdict) => verdicts.includes(verdict)) ?? "ok";
}

/** `prepared`: not seen in DNS yet; `active`: signs; `retiring`: no longer signs, but stays in the DNS for messages under way. */
export const dkimKeyStates = ["prepared", "active", "retiring"] as const;
export type DkimKeyState = (typeof dkimKeyStates)[number];

export const dkimKeyStateLabels: Record<DkimKeyState, string> = {
  prepared: "À publier",
  active: "Active",
  retiring: "Retirée bientôt",
};

/** How many days a retiring key stays in the DNS. */
export const dkimRetiringDays = 7;

/** The message that a check sends to the bounce mailbox, and the verdict of the receiving server. */
export type DomainProbe = {
  /** The id of the log entry; its Message-ID begins with it. */
  logId: string;
  sentAt: string;
  /** Why the message could not be sent; null when it was sent. */
  failure: string | null;
  /** The Authentication-Results headers of the message, the receiving server's first; null until the message arrives. */
  results: string[] | null;
};

export const domainTexts = {
  keyGone:
    "La clé DKIM n’est plus publiée dans le DNS de votre domaine : les messages seraient refusés. Remettez l’enregistrement (Réglages e-mail, onglet Domaine), puis recommencez.",
} as const;
