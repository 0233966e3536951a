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

/** Fakes a session that ends this long after each request. */
const endsIn = (endsInMs: number, extendable = true) => ({
  "GET /api/admin/me": () => ({ ...superAdmin, session: { endsInMs, extendable } }),
});

// Only the clock and the session's interval are faked. React and `expect.element` keep real timers.
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

/** Simulates a laptop that slept: the clock jumps ahead, and the next tick of the interval notices it. */
async function sleep(ms: number): Promise<void> {
  vi.setSystemTime(Date.now() + ms);
  await vi.advanceTimersByTimeAsync(15_000);
}

test("five minutes before the session ends, a dialog shows the remaining time and offers to extend the session", async () => {
  await open(endsIn(4.5 * minute));
  await expect.element(warning().getByRole("timer")).toHaveTextContent("4 minutes 30 secondes");
  await expect.element(warning().getByRole("button", { name: "Rester connecté" })).toHaveFocus();
  await expect.element(warning().getByRole("button", { name: "Se déconnecter" })).toBeVisible();
  await vi.advanceTimersByTimeAsync(30_000);
  await expect.element(warning().getByRole("timer")).toHaveTextContent("4 minutes 0 seconde");
});

test("'Rester connecté' extends the session to the time in the server's response and closes the warning", async () => {
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

test("a closed warning stays closed when the server tells the remaining time again", async () => {
  const { api } = await open(endsIn(3 * minute, false));
  await warning().getByRole("button", { name: "J’ai compris" }).click();
  await expect.element(warning()).not.toBeInTheDocument();
  const before = api.calls.length;
  vi.setSystemTime(Date.now() + 10_000);
  api.answer(endsIn(3 * minute - 9_500, false));
  document.dispatchEvent(new Event("visibilitychange"));
  await expect.poll(() => api.calls.length).toBeGreaterThan(before);
  await vi.advanceTimersByTimeAsync(2_000);
  await new Promise((resolve) => setTimeout(resolve, 300));
  await expect.element(warning()).not.toBeInTheDocument();
});

test("a laptop that wakes before the session ends asks the server, and does not warn when another tab extended it", async () => {
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

test("a laptop that wakes shortly before the session ends shows the warning if the server confirms the end", async () => {
  const { api } = await open(endsIn(8 * hour));
  api.answer(endsIn(2 * minute));
  await sleep(8 * hour - 2 * minute);
  await expect.element(warning()).toBeInTheDocument();
});

test("a laptop that wakes after the end of the session shows the login with the reason", async () => {
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

test("'Se déconnecter' asks about unsaved changes in front of the warning, also when the question was asked before", async () => {
  const { api } = await openAdmin("/admin/dashboard/site", { ...everyScreen, ...endsIn(8 * hour) });
  await page.getByRole("textbox", { name: "Société" }).fill("Maison Tenue");
  const stay = page.getByRole("button", { name: "Continuer à modifier" });
  await page.getByRole("button", { name: "Déconnexion" }).click();
  await stay.click();
  await expect.element(stay).not.toBeInTheDocument();
  api.answer(endsIn(2 * minute));
  await sleep(8 * hour - 2 * minute);
  await warning().getByRole("button", { name: "Se déconnecter" }).click();
  await stay.click();
  await expect.element(stay).not.toBeInTheDocument();
  await expect.element(warning()).toBeVisible();
});
