import { MantineProvider } from "@mantine/core";
import "@mantine/core/styles.css";
import "@mantine/notifications/styles.css";
import { Notifications } from "@mantine/notifications";
import { QueryClientProvider } from "@tanstack/react-query";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { createBrowserRouter, RouterProvider } from "react-router";
import "#web/lib/tokens.css";
import "#web/lib/fonts.css";
import { createQueryClient } from "./shell/query-client.ts";
import { routes } from "./shell/routes.tsx";
import { cssVariables, theme } from "./theme.ts";
import "./theme.css";

const root = document.getElementById("root");
if (!root) throw new Error("The page has no #root element.");

const router = createBrowserRouter(routes);
const queryClient = createQueryClient({
  onSessionEnd: () => void router.navigate("/admin", { replace: true }),
});

createRoot(root).render(
  <StrictMode>
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      <QueryClientProvider client={queryClient}>
        <Notifications position="bottom-right" autoClose={6_000} />
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
);
