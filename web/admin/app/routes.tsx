import type { ComponentType } from "react";
import { Navigate, type RouteObject } from "react-router";
import { LoadingText } from "#web/admin/ui/feedback.tsx";
import type { RouteHandle } from "#web/admin/ui/focus.ts";
import { AdminLayout } from "./admin-layout.tsx";
import { RouteError } from "./route-error.tsx";
import { type Screen, screens } from "./screens.ts";
import { SuperAdminGate } from "./super-admin-gate.tsx";

/** The sign-in screens are small and share one look; each screen of the back office is a separate chunk. */
export const routes: RouteObject[] = [
  {
    errorElement: (
      <main>
        <RouteError />
      </main>
    ),
    hydrateFallbackElement: <LoadingText />,
    children: [
      signInRoute("/admin", "Connexion", () => import("#web/admin/features/sign-in/login-screen.tsx")),
      signInRoute(
        "/admin/setup",
        "Admin Setup",
        () => import("#web/admin/features/sign-in/setup-screen.tsx"),
      ),
      signInRoute(
        "/admin/activate",
        "Activer le compte",
        () => import("#web/admin/features/sign-in/activate-screen.tsx"),
      ),
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
    lazy: async () => ({ Component: await loadComponent(load) }),
  };
}

function screenRoute({ path, below, label, superAdminOnly, load }: Screen): RouteObject {
  const route = {
    handle: { title: label } satisfies RouteHandle,
    errorElement: <RouteError />,
    lazy: async () => {
      const Component = await loadComponent(load);
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
  if (path === "") return { ...route, index: true };
  return { ...route, path: below === undefined ? path : `${path}/:${below}?` };
}

/**
 * A chunk that cannot be fetched (a newer version was deployed, the network is gone) throws where it is drawn: thrown out of
 * `lazy` during the first load it would leave the page blank, because the router then draws neither screen nor error.
 */
async function loadComponent(load: Screen["load"]): Promise<ComponentType> {
  try {
    return (await load()).default;
  } catch (error) {
    return function UnloadableScreen() {
      throw error;
    };
  }
}
