/** The order in which a wave invites people: by the time of sign-up, by confirmed friends, or by lot. */
export const waveOrders = ["oldest", "points", "lottery"] as const;
export type WaveOrder = (typeof waveOrders)[number];
export const waveOrderLabels: Record<WaveOrder, string> = {
  oldest: "Les plus anciennes inscriptions",
  points: "Les meilleurs parrains",
  lottery: "Tirage au sort",
};

/** `stopped`: ended after messages were sent. `cancelled`: ended or undone before the first message. */
export const waveStatuses = ["draft", "scheduled", "started", "stopped", "cancelled"] as const;
export type WaveStatus = (typeof waveStatuses)[number];
export const waveStatusLabels: Record<WaveStatus, string> = {
  draft: "À lancer",
  scheduled: "Programmée",
  started: "Lancée",
  stopped: "Arrêtée",
  cancelled: "Annulée",
};

/** The state of a person's newest code. The SQL function `invitation_state` derives it. */
export const invitationStates = ["to_send", "sent", "redeemed", "expired", "revoked", "bounced"] as const;
export type InvitationState = (typeof invitationStates)[number];
export const invitationStateLabels: Record<InvitationState, string> = {
  to_send: "À envoyer",
  sent: "Envoyée",
  redeemed: "Utilisée",
  expired: "Expirée",
  revoked: "Révoquée",
  bounced: "Non remise",
};

/** Why a wave leaves a person out: the first reason that applies. The SQL function `invitation_candidates` decides. */
export const leftOutReasons = [
  "sample",
  "duplicate",
  "limited",
  "pending",
  "rejected",
  "unconfirmed",
  "suppressed",
  "invited",
] as const;
export type LeftOutReason = (typeof leftOutReasons)[number];
/** The label for one sign-up, and for several. */
export const leftOutLabels: Record<LeftOutReason, readonly [one: string, many: string]> = {
  sample: ["inscription d’exemple", "inscriptions d’exemple"],
  duplicate: ["doublon d’une inscription plus ancienne", "doublons d’une inscription plus ancienne"],
  limited: ["limitée à la demande de la personne", "limitées à la demande de la personne"],
  pending: ["pas encore traitée", "pas encore traitées"],
  rejected: ["rejetée", "rejetées"],
  unconfirmed: ["sans adresse confirmée", "sans adresse confirmée"],
  invited: ["déjà invitée", "déjà invitées"],
  suppressed: [
    "à qui plus rien n’est envoyé (adresse bloquée, en erreur ou effacée)",
    "à qui plus rien n’est envoyé (adresse bloquée, en erreur ou effacée)",
  ],
};

export const waveLimits = {
  /** The maximum of people that one wave invites. */
  count: 100_000,
  /** Waves on one page of the list. */
  pageSize: 20,
  /** The maximum of days that a code is valid. */
  validDays: 90,
  /** Wrong codes per token. */
  wrongCodesPerMinute: 20,
} as const;

export const waveMessages = {
  notFound: "Cette vague n’existe plus.",
  count: "Indiquez combien de personnes inviter",
  order: "Choisissez un ordre",
  seed: "Tirage incorrect",
  startsAt: "Indiquez un moment à venir",
  template: "Ce modèle n’existe plus.",
  templateWithoutCode:
    "Ce modèle ne contient ni {{code}} ni {{link}}\u00a0: la personne ne pourrait pas utiliser son invitation.",
  templateChanged: "Le modèle a été modifié depuis\u00a0: relisez-le, puis lancez la vague.",
  segment: "Ce segment n’existe plus.",
  segmentChanged:
    "Le segment a été modifié depuis\u00a0: vérifiez qui il désigne maintenant, puis lancez la vague.",
  segmentAudience: "Ce segment ne concerne pas ces inscriptions.",
  startFailed:
    "Le lancement a échoué\u00a0: un nouvel essai suit dans quelques instants. Si ce message reste, annulez la vague et préparez-en une autre.",
  noCandidates: "Personne ne peut être invité\u00a0: voyez les raisons dans l’aperçu.",
  alreadyStarted: "Cette vague est déjà lancée ou terminée.",
  alreadyEnded: "Cette vague est déjà terminée.",
  restored: "Une sauvegarde a été restaurée\u00a0: vérifiez qui est déjà invité, puis lancez la vague.",
} as const;

export const invitationMessages = {
  notFound: "Cette invitation n’existe plus.",
  unknown: "Ce code n’existe pas.",
  redeemed: "Ce code a déjà été utilisé.",
  expired: "Ce code a expiré.",
  revoked: "Ce code n’est plus valable.",
  replaced: "Un code plus récent a déjà remplacé celui-ci.",
  tooManyWrong: "Trop de codes faux en peu de temps. Patientez une minute.",
  templateGone: "Le modèle de cette invitation n’existe plus\u00a0: lancez une nouvelle vague.",
  leftOut: (reason: string) => `Cette personne ne peut pas être invitée\u00a0: ${reason}.`,
} as const;
