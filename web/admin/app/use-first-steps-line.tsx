import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { type ComponentType, lazy, useState } from "react";
import type { Me } from "#contract/account.schema.ts";
import { dashboardQuery } from "#web/admin/ui/dashboard.api.ts";
import type { Prefetcher } from "#web/admin/ui/prefetch.ts";
import { screenAddress } from "#web/admin/ui/screen-address.ts";
import { useCurrentAdmin } from "#web/admin/ui/session.api.ts";
import { toDoQuery } from "#web/admin/ui/to-do/to-do.api.ts";

type Line = ComponentType<{ path: string }>;

/** The paths of the dashboard and of the screens where a first step is done. */
const paths = new Set(["", "questionnaire", "emails", "site", "signups", "brands"]);

/** The longest time for which a screen waits for the line above it. */
const timeoutMs = 400;

let loaded: Line | undefined;

async function loadLine(): Promise<{ default: Line }> {
  const module = await import("./first-steps-line.tsx");
  loaded = module.default;
  return module;
}

async function loadLineWithData(client: QueryClient, path: string): Promise<{ default: Line }> {
  const known =
    path === ""
      ? client.prefetchQuery(dashboardQuery)
      : client.prefetchQuery({ ...toDoQuery, staleTime: "static" });
  const timeout = new Promise((resolve) => setTimeout(resolve, timeoutMs));
  const [line] = await Promise.all([loadLine(), Promise.race([known, timeout])]);
  return line;
}

/** Returns the line's component once its code and data are loaded. */
function findCachedLine(client: QueryClient): Line | undefined {
  return client.getQueryData(toDoQuery.queryKey) && loaded;
}

function hasLine({ isSuperAdmin, preferences }: Me, path: string): boolean {
  return isSuperAdmin && !preferences.firstStepsLeft && paths.has(path);
}

/**
 * The line of the first steps, for the dashboard and the screens of the steps; null elsewhere, and for an admin who left them.
 * The screen waits for the line, so that the line does not push it down later. Both load their data at the same time.
 */
export function useFirstStepsLine(pathname: string) {
  const admin = useCurrentAdmin();
  const client = useQueryClient();
  const path = pathname.slice(screenAddress("").length + 1);
  // Kept in state, because a waiting navigation renders again from the start and would otherwise create another lazy line.
  const [lines] = useState(() => new Map<string, Line>());
  if (!hasLine(admin, path)) return null;
  const awaited = lines.get(path) ?? lazy(() => loadLineWithData(client, path));
  lines.set(path, awaited);
  return <Place key={path} path={path} awaited={awaited} />;
}

/** Prefers the cached component, because a lazy one makes React render the screen again from the start. */
function Place({ path, awaited }: { path: string; awaited: Line }) {
  const client = useQueryClient();
  const [Line] = useState<Line>(() => findCachedLine(client) ?? awaited);
  return <Line path={path} />;
}

/** Prefetches the line's code and data for a screen. */
export function prefetchFirstStepsLine({ prefetchQuery }: Prefetcher, admin: Me, path: string): void {
  if (!hasLine(admin, path)) return;
  if (path !== "") prefetchQuery(toDoQuery); // the dashboard's response contains it
  // A failure is ignored here, because the screen reports it.
  loadLine().catch(() => undefined);
}
