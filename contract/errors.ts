import type { Puzzle } from "./shield.ts";

/** Stable error codes. Browsers act on `code`; people read `message`. */
const errorCodes = [
  "invalid_request",
  "unauthenticated",
  "forbidden",
  "reauthentication_required",
  "not_found",
  "conflict",
  "stale",
  "duplicate_email",
  "email_unconfirmed",
  "questionnaire_changed",
  "not_pending",
  "setup_done",
  "own_account",
  "last_super_admin",
  "admin_exists",
  "payload_too_large",
  "unsupported_media_type",
  "foreign_origin",
  "too_many_requests",
  "token_missing",
  "token_too_young",
  "token_expired",
  "token_used",
  "proof_required",
  "email_failed",
  "no_recipients",
  "campaign_running",
  "news_need_https",
  "dkim_key_gone",
  "invitation_redeemed",
  "invitation_expired",
  "invitation_revoked",
  "unavailable",
  "not_open_yet",
  "internal",
] as const;

export type ErrorCode = (typeof errorCodes)[number];

/**
 * The body of every answer that is not a success. `fields` maps a field's path ("email", "responses.<id>") to its message.
 * `token` and `puzzle` come with the refusal of a sign-up's token or proof. The browser sends the sign-up again with them.
 * `redeemedAt` comes with `invitation_redeemed`.
 * `current` comes with `stale`: the current state of the object that the request wanted to save, as its GET answers it.
 */
export type ApiProblem = {
  error: { code: ErrorCode; message: string; fields?: Record<string, string>; requestId?: string };
  token?: string;
  puzzle?: Puzzle | null;
  current?: unknown;
  redeemedAt?: string;
};

/** Sentences that several places show. The site's bundle contains all of them, so a feature keeps its sentences beside its schema. */
export const messages = {
  invalid: "Certaines informations sont manquantes ou incorrectes.",
  invalidText: "Ce texte contient des caractères non autorisés",
  tooLong: (max: number) => `${max.toLocaleString("fr-FR")} caractères au maximum`,
  unknownField: "Champ inconnu",
  unavailable: "Le service est momentanément indisponible. Réessayez dans un instant.",
  internal: "Une erreur est survenue. Veuillez réessayer plus tard.",
} as const;

/** Messages about requests in general, which the site never shows. */
export const requestMessages = {
  unauthenticated: "Votre session a expiré. Reconnectez-vous.",
  forbidden: "Vous n'avez pas les droits pour accéder à cette page",
  reauthenticationRequired: "Confirmez votre identité pour continuer.",
  notFound: "Introuvable.",
  stale: "Une autre version a été enregistrée entre-temps.",
  versionRequired: "La version modifiée est requise",
  payloadTooLarge: "L’envoi est trop volumineux.",
  unsupportedMediaType: "Le contenu doit être envoyé en JSON.",
  noPicture:
    "Choisissez une image PNG, JPEG ou WebP. Un logo en SVG doit d’abord être exporté dans l’un de ces formats.",
  noForm: "Le formulaire n’a pas été envoyé comme il aurait dû l’être.",
  foreignOrigin: "Cette demande ne vient pas de notre site.",
  tooManyRequests: "Trop de demandes en peu de temps. Patientez un instant, puis réessayez.",
} as const;
