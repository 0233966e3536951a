/** The level of defence against robots: a browser must do no, some, or more proof of work before a sign-up. */
export const shieldStates = ["calm", "raised", "attack"] as const;
export type ShieldState = (typeof shieldStates)[number];

/** Times in milliseconds. */
export const formTokenLimits = {
  /** A person needs longer than this to fill the form. */
  minAgeMs: 3_000,
  maxAgeMs: 2 * 60 * 60 * 1_000,
  /** Characters of a token, with room to spare. */
  maxLength: 500,
  /** Nonces that a proof may hold. */
  noncesMax: 64,
} as const;

/**
 * What a browser works on before it signs up. For each index from 0 to `count` − 1 it looks for a nonce, a non-negative
 * safe integer, so that SHA-256 of `proofText` begins with `bits` zero bits.
 */
export type Puzzle = { challenge: string; count: number; bits: number };

/** The required proof of work in each state; none in `calm`. */
export const puzzleSizes: Record<ShieldState, Pick<Puzzle, "count" | "bits"> | null> = {
  calm: null,
  raised: { count: 16, bits: 14 },
  attack: { count: 16, bits: 16 },
};

/**
 * The text that is hashed for one part of a puzzle.
 * @param email exactly the text that the sign-up's `email` field holds
 */
export function proofText(challenge: string, email: string, index: number, nonce: number): string {
  return `${challenge}:${email}:${index}:${nonce}`;
}

/** Refusals after which the browser retries automatically: each answer carries a fresh token and puzzle beside the error. */
export const shieldMessages = {
  token_missing: "Le formulaire n’a pas été reconnu. Envoyez-le à nouveau.",
  token_too_young: "Le formulaire a été envoyé trop vite. Patientez quelques secondes, puis réessayez.",
  token_expired: "Le formulaire est resté ouvert trop longtemps. Envoyez-le à nouveau.",
  token_used: "Ce formulaire a déjà servi à une inscription. Envoyez-le à nouveau.",
  proof_required: "Une vérification est nécessaire avant l’envoi. Envoyez le formulaire à nouveau.",
} as const;
export type ShieldErrorCode = keyof typeof shieldMessages;

/** The labels of the states in the back office. */
export const shieldStateLabels: Record<ShieldState, string> = {
  calm: "Calme",
  raised: "Renforcée",
  attack: "Attaque",
};
