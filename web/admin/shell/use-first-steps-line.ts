import { useQueryClient } from "@tanstack/react-query";
import { lazy, useState } from "react";
import { firstStepsQuery } from "#web/admin/ui/first-run/first-steps.api.ts";
import { useCurrentAdmin } from "#web/admin/ui/session.api.ts";

const screensOfSteps = /\/(questionnaire|emails|site|signups|brands)$/;

/** Longer than that no screen is held back for the line above it. */
const patienceMs = 400;

/**
 * The line of the first steps, for screens where they are taken; null elsewhere, and for whoever left them. It comes together
 * with what it says, so that a screen drawn with it moves nowhere: both are fetched while the screen asks for its own.
 */
export function useFirstStepsLine(pathname: string) {
  const { isSuperAdmin, preferences } = useCurrentAdmin();
  const queryClient = useQueryClient();
  const [Line] = useState(() =>
    lazy(async () => {
      const known = queryClient.prefetchQuery(firstStepsQuery);
      const patience = new Promise((resolve) => setTimeout(resolve, patienceMs));
      const [line] = await Promise.all([import("./first-steps-line.tsx"), Promise.race([known, patience])]);
      return line;
    }),
  );
  return isSuperAdmin && !preferences.firstStepsLeft && screensOfSteps.test(pathname) ? Line : null;
}
