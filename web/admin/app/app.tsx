import { localStorageColorSchemeManager, MantineProvider } from "@mantine/core";
import "@mantine/core/styles.css";
import { QueryClientProvider } from "@tanstack/react-query";
import { lazy, StrictMode, Suspense } from "react";
import { flushSync } from "react-dom";
import { type createBrowserRouter, type RouteObject, RouterProvider } from "react-router";
import { themeStorageKey } from "#contract/browser-storage.ts";
import "#web/lib/tokens.css";
import { currentAdminQuery, signInState } from "#web/admin/ui/session.api.ts";
import "#web/lib/fonts.css";
import { cssVariables, theme } from "#web/admin/ui/theme.ts";
import { createQueryClient } from "./query-client.ts";
import { routes } from "./routes.tsx";
import "#web/admin/ui/theme.css";
import "#web/admin/ui/controls.css";
import "#web/admin/ui/forced-colours.css";

const Toasts = lazy(() => import("#web/admin/ui/toasts.tsx"));

const colorScheme = localStorageColorSchemeManager({ key: themeStorageKey });

type Router = ReturnType<typeof createBrowserRouter>;

/**
 * The whole back office with its own router and query cache.
 * @param createRouter the browser's router; tests pass a router in memory
 */
export function createAdminApp(createRouter: (routes: RouteObject[]) => Router) {
  const router = createRouter(routes);
  const queryClient = createQueryClient({ onSessionEnd: goToLogin });

  /** Several requests may report the end of the session. Only the first one still knows the page to return to. */
  function goToLogin() {
    const { location } = router.state;
    if (!location.pathname.startsWith("/admin/dashboard")) return;
    const sessionEnded = queryClient.getQueryData(currentAdminQuery.queryKey) !== undefined;
    void router.navigate("/admin", { replace: true, state: signInState(location, { sessionEnded }) });
  }

  const element = (
    <StrictMode>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={cssVariables}
        defaultColorScheme="auto"
        colorSchemeManager={colorScheme}
      >
        <QueryClientProvider client={queryClient}>
          <Suspense fallback={null}>
            <Toasts />
          </Suspense>
          <RouterProvider router={router} flushSync={flushSync} />
        </QueryClientProvider>
      </MantineProvider>
    </StrictMode>
  );
  return { element, router, queryClient };
}
