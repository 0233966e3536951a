import { type TokenScope, type TokenState, tokenLimits } from "#contract/api-tokens.ts";
import { parisInstant } from "#contract/paris-time.ts";
import { addDays, dayOf } from "#contract/stats.ts";

export const scopeTexts: Record<TokenScope, { label: string; description: string }> = {
  "signups:read": {
    label: "Lire les inscriptions",
    description: "Noms, adresses e-mail et réponses",
  },
  "stats:read": {
    label: "Lire les nombres d’inscriptions",
    description: "Par statut, sans donnée personnelle",
  },
  "invitations:redeem": {
    label: "Vérifier les codes d’invitation",
    description: "Chaque code sert une fois et donne le prénom de la personne",
  },
};

/** The label of each state; null for an active token. */
export const stateTexts: Record<TokenState, string | null> = {
  active: null,
  expired: "Expiré",
  suspended: "Suspendu",
};

/** The possible last days of a new token, in Paris: from today to a year ahead, and the proposed day. */
export function lastDays(now: Date): { first: string; usual: string; last: string } {
  const today = dayOf(now);
  return { first: today, usual: addDays(today, 90), last: addDays(today, tokenLimits.lifeDays - 1) };
}

/** The end of a day in Paris; null for an invalid date. */
export function endOfDay(day: string): Date | null {
  return /^\d{4}-\d\d-\d\d$/.test(day) ? parisInstant(`${addDays(day, 1)}T00:00`) : null;
}
