import { useQueryClient } from "@tanstack/react-query";
import type { ComponentProps, MouseEvent } from "react";
import { useNavigate } from "react-router";
import { hasModifier } from "#web/admin/ui/keys/keys.ts";
import { prefetcher, usePrefetchOnIntent } from "#web/admin/ui/prefetch.ts";
import { screenAddress } from "#web/admin/ui/screen-address.ts";
import { useCurrentAdmin } from "#web/admin/ui/session.api.ts";
import type { Screen } from "./screens.ts";
import { prefetchFirstStepsLine } from "./use-first-steps-line.tsx";

/** A link that prefetches its screen. It replaces the router's link, which renders for every change of the address. */
export function ScreenLink({ screen, ...props }: { screen: Screen } & ComponentProps<"a">) {
  const navigate = useNavigate();
  const client = useQueryClient();
  const admin = useCurrentAdmin();
  const address = screenAddress(screen.path);
  const prefetchScreen = () => {
    prefetchFirstStepsLine(prefetcher(client), admin, screen.path);
    screen.load().then(
      ({ prefetch }) => prefetch?.(prefetcher(client), admin),
      () => undefined, // the route reports a failed download
    );
  };
  const go = (event: MouseEvent<HTMLAnchorElement>) => {
    if (hasModifier(event)) return;
    event.preventDefault();
    void navigate(address, { replace: event.currentTarget.href === window.location.href });
  };
  return <a {...props} href={address} onClick={go} {...usePrefetchOnIntent(prefetchScreen)} />;
}
