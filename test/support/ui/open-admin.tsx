import { createMemoryRouter } from "react-router";
import { render } from "vitest-browser-react";
import type { Me } from "#contract/account.schema.ts";
import { createAdminApp } from "#web/admin/app/app.tsx";
import { withPresence } from "#web/admin/ui/presence.ts";
import { withConfirmation } from "#web/admin/ui/reauthentication.ts";
import { interceptCalls } from "#web/lib/api.ts";
import { type FakeAnswers, installFakeApi } from "./fake-api.ts";
import { notePresent } from "./present.ts";

export const superAdmin: Me = {
  id: "00000000-0000-4000-8000-000000000001",
  email: "ines@tenue.example",
  isSuperAdmin: true,
  twoFactorEnabled: false,
  // The first steps are left, because they have separate tests.
  preferences: { singleKeys: true, density: "comfortable", firstStepsLeft: true },
  session: { endsInMs: 8 * 60 * 60 * 1000, extendable: true },
};

export const plainAdmin: Me = { ...superAdmin, email: "leo@tenue.example", isSuperAdmin: false };

/**
 * Draws the whole back office at an address, with the screen's own code and styles, on a fake API.
 * @param path e.g. "/admin/dashboard/signups?status=pending"
 * @param answers the server's answers; a call without an answer fails the test
 */
export async function openAdmin(path: string, answers: FakeAnswers = {}, admin: Me = superAdmin) {
  const api = installFakeApi({ "GET /api/admin/me": () => admin, ...answers });
  interceptCalls(withPresence);
  interceptCalls(withConfirmation);
  const app = createAdminApp((routes) => createMemoryRouter(routes, { initialEntries: [path] }));
  const screen = new URL(path, location.origin).pathname;
  notePresent(api, () => app.router.state.location.pathname !== screen);
  await render(app.element);
  return {
    api,
    router: app.router,
    /** The address as the browser would show it. */
    address: () => `${app.router.state.location.pathname}${app.router.state.location.search}`,
  };
}
