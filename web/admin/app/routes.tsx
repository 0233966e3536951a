import { Alert, Button, Stack, Text, Title } from "@mantine/core";
import { IconLock } from "@tabler/icons-react";
import type { ComponentType, ReactNode } from "react";
import { Navigate, type RouteObject } from "react-router";
import { requestMessages } from "#contract/errors.ts";
import { LoadingText } from "#web/admin/ui/feedback.tsx";
import type { RouteHandle } from "#web/admin/ui/focus.ts";
import { useCurrentAdmin } from "#web/admin/ui/session.api.ts";
import { AdminLayout } from "./admin-layout.tsx";
import { type Screen, screens } from "./screens.ts";

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
        "Premier administrateur",
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
        children: [
          ...screens.map(screenRoute),
          // This screen became a tab in 0.3.0. The redirect keeps bookmarks working.
          {
            path: "suppressions",
            element: <Navigate to="/admin/dashboard/emails?tab=suppressions" replace />,
          },
        ],
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
 * When a chunk cannot be fetched (after a deployment or without a network), throws the error from a component. Thrown from
 * `lazy` during the first load, the error would leave the page blank: the router then renders neither screen nor error.
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

/** Shows a screen only to super admins. The server also refuses the screen's requests. */
function SuperAdminGate({ children }: { children: ReactNode }) {
  const admin = useCurrentAdmin();
  if (admin.isSuperAdmin) return children;
  return (
    <>
      <Title order={1} mb="md">
        Accès refusé
      </Title>
      <Alert color="red" variant="light" icon={<IconLock aria-hidden />}>
        {requestMessages.forbidden}
      </Alert>
    </>
  );
}

/** Shows an unhandled error; a full page load also fetches the chunks of a newer version. */
function RouteError() {
  return (
    <Stack align="flex-start" maw="36rem" mx="auto" p="xl" pt="15vh">
      <Title order={1} lang="en">
        Unexpected Application Error!
      </Title>
      <Text>
        Cette page n’a pas pu s’afficher. Rien n’a été perdu : rechargez-la, ou revenez au tableau de bord.
      </Text>
      <Button component="a" href="/admin/dashboard">
        Revenir au tableau de bord
      </Button>
    </Stack>
  );
}
