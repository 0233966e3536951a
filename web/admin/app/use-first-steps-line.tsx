import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { type ComponentType, lazy, useState } from "react";
import type { Me } from "#contract/account.schema.ts";
import { firstStepsQuery } from "#web/admin/ui/first-run/first-steps.api.ts";
import { isStepScreen } from "#web/admin/ui/first-run/step-screens.ts";
import type { Prefetcher } from "#web/admin/ui/prefetch.ts";
import { screenAddress } from "#web/admin/ui/screen-address.ts";
import { useCurrentAdmin } from "#web/admin/ui/session.api.ts";

type Line = ComponentType<{ pathname: string }>;

/** Longer than that no screen is held back for the line above it. */
const patienceMs = 400;

let loaded: Line | undefined;

async function loadLine(): Promise<{ default: Line }> {
  const module = await import("./first-steps-line.tsx");
  loaded = module.default;
  return module;
}

/** The line, once it can be drawn with what it says. */
function lineThatIsThere(client: QueryClient): Line | undefined {
  return client.getQueryData(firstStepsQuery.queryKey) && loaded;
}

function hasLine({ isSuperAdmin, preferences }: Me, path: string): boolean {
  return isSuperAdmin && !preferences.firstStepsLeft && isStepScreen(path);
}

/**
 * The line of the first steps, for screens where they are taken; null elsewhere, and for an admin who left them. It comes together
 * with what it says, so that a screen drawn with it moves nowhere: both are fetched while the screen asks for its own.
 */
export function useFirstStepsLine(pathname: string) {
  const admin = useCurrentAdmin();
  const client = useQueryClient();
  const [Awaited] = useState(() =>
    lazy(async () => {
      const known = client.prefetchQuery({ ...firstStepsQuery, staleTime: "static" });
      const patience = new Promise((resolve) => setTimeout(resolve, patienceMs));
      const [line] = await Promise.all([loadLine(), Promise.race([known, patience])]);
      return line;
    }),
  );
  if (!hasLine(admin, pathname.slice(screenAddress("").length + 1))) return null;
  return <Place pathname={pathname} awaited={Awaited} />;
}

/** Chosen when it comes into view: a lazy line makes React render the screen again from the start. */
function Place({ pathname, awaited }: { pathname: string; awaited: Line }) {
  const client = useQueryClient();
  const [Line] = useState<Line>(() => lineThatIsThere(client) ?? awaited);
  return <Line pathname={pathname} />;
}

/** Prefetches the line's code and data for a screen. */
export function prefetchFirstStepsLine({ prefetchQuery }: Prefetcher, admin: Me, path: string): void {
  if (!hasLine(admin, path)) return;
  prefetchQuery(firstStepsQuery);
  // A failure is no one's news yet.
  loadLine().catch(() => undefined);
}
