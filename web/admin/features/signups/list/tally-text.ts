import type { Tally } from "#web/admin/features/signups/use-decision.ts";
import { formatCount } from "#web/lib/format.ts";

/** What a review came to, or that there was nothing to do. */
export function tallyText({ approved, rejected }: Tally): string {
  const parts = [
    approved > 0 && `${formatCount(approved, "inscription approuvée", "inscriptions approuvées")}`,
    rejected > 0 && `${formatCount(rejected, "rejetée", "rejetées")}`,
  ].filter(Boolean);
  if (parts.length === 0) return "Aucune inscription n’attend de décision.";
  return `${parts.join(", ")} : plus personne n’attend de réponse.`;
}
