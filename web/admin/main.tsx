import { localStorageColorSchemeManager, MantineProvider } from "@mantine/core";
import "@mantine/core/styles.css";
import { QueryClientProvider } from "@tanstack/react-query";
import { lazy, StrictMode, Suspense } from "react";
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import { createBrowserRouter, RouterProvider } from "react-router";
import { themeStorageKey } from "#contract/browser-storage.ts";
import "#web/lib/tokens.css";
import { interceptCalls } from "#web/lib/api.ts";
import "#web/lib/fonts.css";
import { createQueryClient } from "./shell/query-client.ts";
import { routes } from "./shell/routes.tsx";
import { watchPresence, withPresence } from "./ui/presence.ts";
import { withConfirmation } from "./ui/reauthentication.ts";
import { currentAdminQuery } from "./ui/session.api.ts";
import { signInState } from "./ui/sign-in-state.ts";
import { cssVariables, theme } from "./ui/theme.ts";
import "./ui/theme.css";
import "./ui/controls.css";
import "./ui/forced-colours.css";

const Toasts = lazy(() => import("./ui/toasts.tsx"));

const root = document.getElementById("root");
if (!root) throw new Error("The page has no #root element.");

interceptCalls(withPresence);
interceptCalls(withConfirmation);
watchPresence();

const colorScheme = localStorageColorSchemeManager({ key: themeStorageKey });
const router = createBrowserRouter(routes);
const queryClient = createQueryClient({ onSessionEnd: goToLogin });

/** Several calls may learn of the end at once: the first one knows where somebody was. */
function goToLogin() {
  const { location } = router.state;
  if (!location.pathname.startsWith("/admin/dashboard")) return;
  const sessionEnded = queryClient.getQueryData(currentAdminQuery.queryKey) !== undefined;
  void router.navigate("/admin", { replace: true, state: signInState(location, { sessionEnded }) });
}

createRoot(root).render(
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
  </StrictMode>,
);
