import { useQueryClient } from "@tanstack/react-query";
import { lazy, useState } from "react";
import type { Me } from "#contract/account.schema.ts";
import type { AskAhead } from "#web/admin/ui/ask-ahead.ts";
import { firstStepsQuery } from "#web/admin/ui/first-run/first-steps.api.ts";
import { isStepScreen } from "#web/admin/ui/first-run/step-screens.ts";
import { screenAddress } from "#web/admin/ui/screen-address.ts";
import { useCurrentAdmin } from "#web/admin/ui/session.api.ts";

/** Longer than that no screen is held back for the line above it. */
const patienceMs = 400;

const hasLine = ({ isSuperAdmin, preferences }: Me, path: string) =>
  isSuperAdmin && !preferences.firstStepsLeft && isStepScreen(path);

const loadLine = () => import("./first-steps-line.tsx");

/**
 * The line of the first steps, for screens where they are taken; null elsewhere, and for whoever left them. It comes together
 * with what it says, so that a screen drawn with it moves nowhere: both are fetched while the screen asks for its own.
 */
export function useFirstStepsLine(pathname: string) {
  const admin = useCurrentAdmin();
  const queryClient = useQueryClient();
  const [Line] = useState(() =>
    lazy(async () => {
      const known = queryClient.prefetchQuery({ ...firstStepsQuery, staleTime: "static" });
      const patience = new Promise((resolve) => setTimeout(resolve, patienceMs));
      const [line] = await Promise.all([loadLine(), Promise.race([known, patience])]);
      return line;
    }),
  );
  return hasLine(admin, pathname.slice(screenAddress("").length + 1)) ? Line : null;
}

/** Fetches the line and what it says, for a screen that somebody is about to open. */
export function readyFirstStepsLine({ ask }: AskAhead, admin: Me, path: string): void {
  if (!hasLine(admin, path)) return;
  ask(firstStepsQuery);
  // A failure is no one's news yet.
  loadLine().catch(() => undefined);
}
