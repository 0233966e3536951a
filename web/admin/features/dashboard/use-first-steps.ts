import { useQuery } from "@tanstack/react-query";
import type { FirstStep } from "#contract/first-steps.schema.ts";
import type { OpeningStep } from "#contract/opening.schema.ts";
import { firstStepsQuery } from "#web/admin/ui/first-run/first-steps.api.ts";
import { useCurrentAdmin } from "#web/admin/ui/session.api.ts";

/** What the first steps ask for in their words, and the list before the opening in its own. */
const sameAs: Partial<Record<FirstStep, OpeningStep>> = {
  questionnaire: "questionnaire",
  site: "placeholders",
};

/**
 * The first steps as this administrator sees them: none for an administrator who left them or may not take them.
 * `says` names what they ask for, so that the dashboard does not ask for it again; null until that is known.
 */
export function useFirstSteps() {
  const { isSuperAdmin, preferences } = useCurrentAdmin();
  const isShown = isSuperAdmin && !preferences.firstStepsLeft;
  const { data, isPending } = useQuery({ ...firstStepsQuery, enabled: isShown });
  const firstSteps = isShown ? data : undefined;
  const left = firstSteps?.steps.filter(({ done }) => !done) ?? [];
  const said = left.flatMap(({ key }) => sameAs[key] ?? []);
  return { firstSteps, says: isShown && isPending ? null : new Set(said) };
}
