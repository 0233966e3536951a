import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { unattendedHeader } from "#contract/sessions.ts";
import { everyScreen } from "#test/support/ui/every-screen-fake.ts";
import { type FakeAnswers, refuse } from "#test/support/ui/fake-api.ts";
import { openAdmin, superAdmin } from "#test/support/ui/open-admin.tsx";

const minute = 60_000;
const hour = 60 * minute;
const address = "/admin/dashboard/account";
const warning = () => page.getByRole("dialog", { name: "Votre session se termine bientôt" });
const heading = () => page.getByRole("heading", { level: 1 });

/** A session that ends in that time, whenever the server is asked. */
const endsIn = (endsInMs: number, extendable = true) => ({
  "GET /api/admin/me": () => ({ ...superAdmin, session: { endsInMs, extendable } }),
});

// React and `expect.element` keep real timers: only the clock and the ticks of the session are the test's.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date", "setInterval", "clearInterval"] });
});
afterEach(() => {
  vi.useRealTimers();
});

async function open(answers: FakeAnswers) {
  const admin = await openAdmin(address, { ...everyScreen, ...answers });
  await expect.element(heading()).toBeInTheDocument();
  return admin;
}

/** As a laptop that slept that long: the clock has moved, and the next tick finds out. */
async function sleep(ms: number): Promise<void> {
  vi.setSystemTime(Date.now() + ms);
  await vi.advanceTimersByTimeAsync(15_000);
}

test("five minutes before the session ends, a dialog says how long is left and offers to stay", async () => {
  await open(endsIn(4.5 * minute));
  await expect.element(warning().getByRole("timer")).toHaveTextContent("4 minutes 30 secondes");
  await expect.element(warning().getByRole("button", { name: "Rester connecté" })).toHaveFocus();
  await expect.element(warning().getByRole("button", { name: "Se déconnecter" })).toBeVisible();
  await vi.advanceTimersByTimeAsync(30_000);
  await expect.element(warning().getByRole("timer")).toHaveTextContent("4 minutes 0 seconde");
});

test("'Rester connecté' closes the warning with the life that the server answers", async () => {
  const { api } = await open({
    ...endsIn(4 * minute),
    "POST /api/admin/me/session": () => {
      api.answer(endsIn(8 * hour));
      return { endsInMs: 8 * hour, extendable: true };
    },
  });
  await warning().getByRole("button", { name: "Rester connecté" }).click();
  await expect.element(warning()).not.toBeInTheDocument();
  expect(api.calls).toContain("POST /api/admin/me/session");
});

test("a session at its maximum age cannot be extended, and its warning can be closed", async () => {
  await open(endsIn(3 * minute, false));
  await expect.element(warning()).toMatchTextContent("durée la plus longue");
  await expect.element(warning().getByRole("button", { name: "Rester connecté" })).not.toBeInTheDocument();
  await warning().getByRole("button", { name: "J’ai compris" }).click();
  await expect.element(warning()).not.toBeInTheDocument();
});

test("a laptop that wakes before the end asks the server, and shows no warning when another tab extended the session", async () => {
  const headers: (string | null)[] = [];
  const { api } = await open(endsIn(8 * hour));
  const before = api.calls.length;
  api.answer({
    "GET /api/admin/me": (request) => {
      headers.push(request.headers.get(unattendedHeader));
      return { ...superAdmin, session: { endsInMs: 8 * hour, extendable: true } };
    },
  });
  await sleep(8 * hour - 2 * minute);
  await expect.poll(() => api.calls.length).toBeGreaterThan(before);
  expect(headers).toEqual(["1"]);
  await expect.element(warning()).not.toBeInTheDocument();
});

test("a laptop that wakes before the end warns when the server says so", async () => {
  const { api } = await open(endsIn(8 * hour));
  api.answer(endsIn(2 * minute));
  await sleep(8 * hour - 2 * minute);
  await expect.element(warning()).toBeInTheDocument();
});

test("a laptop that wakes after the end leads to the login, which says why", async () => {
  const { api, address: current } = await open(endsIn(8 * hour));
  api.answer({
    "GET /api/admin/me": () =>
      refuse(401, { code: "unauthenticated", message: "Votre session a expiré. Reconnectez-vous." }),
    "GET /api/auth/get-session": () => new Response("null"),
    "GET /api/setup": () => ({ required: false }),
  });
  await sleep(9 * hour);
  await expect
    .element(page.getByRole("alert"))
    .toHaveTextContent("Votre session a expiré. Reconnectez-vous.");
  expect(current()).toBe("/admin");
});
