import { Navigate, type RouteObject } from "react-router";
import { AdminLayout } from "./admin-layout.tsx";
import { LoadingText } from "./loading-text.tsx";
import { RouteError } from "./route-error.tsx";
import { type Screen, screens } from "./screens.ts";
import { SuperAdminGate } from "./super-admin-gate.tsx";

/** What the shell reads from the matched route: the document's title. */
export type RouteHandle = { title: string };

/** The sign-in screens are small and share one look; each screen of the back office is a chunk of its own. */
export const routes: RouteObject[] = [
  {
    errorElement: <RouteError />,
    hydrateFallbackElement: <LoadingText />,
    children: [
      signInRoute("/admin", "Connexion", () => import("../sign-in/login-screen.tsx")),
      signInRoute("/admin/setup", "Admin Setup", () => import("../sign-in/setup-screen.tsx")),
      signInRoute("/admin/activate", "Activer le compte", () => import("../sign-in/activate-screen.tsx")),
      {
        path: "/admin/dashboard",
        element: <AdminLayout />,
        children: screens.map(screenRoute),
      },
      { path: "*", element: <Navigate to="/admin/dashboard" replace /> },
    ],
  },
];

function signInRoute(path: string, title: string, load: Screen["load"]): RouteObject {
  return {
    path,
    handle: { title } satisfies RouteHandle,
    lazy: async () => ({ Component: (await load()).default }),
  };
}

function screenRoute({ path, label, superAdminOnly, load }: Screen): RouteObject {
  const route = {
    handle: { title: label } satisfies RouteHandle,
    errorElement: <RouteError />,
    lazy: async () => {
      const { default: Component } = await load();
      if (!superAdminOnly) return { Component };
      return {
        element: (
          <SuperAdminGate>
            <Component />
          </SuperAdminGate>
        ),
      };
    },
  };
  return path === "" ? { ...route, index: true } : { ...route, path };
}
