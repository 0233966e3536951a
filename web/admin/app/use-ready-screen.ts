import { useQueryClient } from "@tanstack/react-query";
import { askAhead } from "#web/admin/ui/ask-ahead.ts";
import { useCurrentAdmin } from "#web/admin/ui/session.api.ts";
import type { Screen } from "./screens.ts";
import { readyFirstStepsLine } from "./use-first-steps-line.tsx";

/** Fetches a screen's code and what it opens with, before anybody has gone there. A failure is no one's news yet. */
export function useReadyScreen({ path, load }: Screen): () => void {
  const client = useQueryClient();
  const admin = useCurrentAdmin();
  return () => {
    const ahead = askAhead(client);
    readyFirstStepsLine(ahead, admin, path);
    load().then(
      ({ opensWith }) => opensWith?.(ahead, admin),
      () => undefined,
    );
  };
}
