import { expect, test } from "vitest";
import { page } from "vitest/browser";
import type { Friend, HeldFriend, Referrals, ReferredPerson } from "#contract/referral-report.schema.ts";
import { everyScreen } from "#test/support/ui/every-screen-fake.ts";
import { type FakeAnswers, refuse, held as withheld } from "#test/support/ui/fake-api.ts";
import { openAdmin } from "#test/support/ui/open-admin.tsx";
import { idOf } from "#test/support/ui/signups-fake.ts";
import { fakeStats } from "#test/support/ui/stats-fake.ts";

const path = "/admin/dashboard/stats?tab=referrals";
const person = (at: number, firstname: string): ReferredPerson => ({
  id: idOf(at),
  audience: "user",
  firstname,
  name: "Martin",
  email: `${firstname}@exemple.fr`,
  starred: false,
});
const zoe = { ...person(1, "Zoé"), starred: true };
const friend = (at: number, firstname: string, changes: Partial<Friend> = {}): Friend => ({
  ...person(at, firstname),
  createdAt: "2026-03-05T10:00:00.000Z",
  state: "counted",
  heldFor: null,
  reviewed: null,
  confirmed: true,
  ...changes,
});
const someReferrals: Referrals = {
  from: "2026-03-01",
  to: "2026-03-07",
  totals: { brought: 3, counted: 1, referrers: 1 },
  sources: [{ source: "whatsapp", friends: 1 }],
  days: [{ day: "2026-03-05", source: "whatsapp", friends: 1 }],
};

/** Zoé brought Ana, who counts, and Lou and Mia, who wait for a review. */
function fakeReferrals(others: Friend[] = []) {
  let friends = [
    ...others,
    friend(11, "Mia", { state: "held", heldFor: "device" }),
    friend(12, "Lou", { state: "held", heldFor: "network" }),
    friend(13, "Ana"),
  ];
  const waiting = () => friends.filter(({ state }) => state === "held");
  const answers: FakeAnswers = {
    "GET /api/admin/referrals": () => someReferrals,
    "GET /api/admin/referrals/held": () => ({
      items: waiting().map((one) => ({ ...one, referrer: zoe }) as HeldFriend),
      next: null,
      total: waiting().length,
    }),
    "GET /api/admin/referrals/referrers": () => ({
      items: [
        {
          ...zoe,
          friends: friends.filter(({ state }) => state === "counted").length,
          brought: friends.length,
          held: waiting().length,
        },
      ],
      total: 1,
      page: 1,
    }),
    "GET /api/admin/referrals/referrers/:id/friends": () => ({ items: friends, next: null }),
    "POST /api/admin/referrals/review": ({ json }) => {
      const meant = (one: Friend) => ("ids" in json ? json.ids.includes(one.id) : one.state === "held");
      const state = json.verdict === "accepted" ? "counted" : "refused";
      const reviewed = friends.filter(meant).length;
      friends = friends.map((one) => (meant(one) ? { ...one, state, reviewed: json.verdict } : one));
      return { reviewed };
    },
  };
  return { answers, states: () => friends.map(({ firstname, state }) => `${firstname} ${state}`) };
}

async function openReferrals(answers: FakeAnswers) {
  const opened = await openAdmin(path, { ...everyScreen, ...fakeStats(), ...answers });
  await expect.element(page.getByRole("heading", { name: "Parrainages" })).toBeVisible();
  return opened;
}

const held = page.getByRole("region", { name: /^À vérifier/ });
const referrers = page.getByRole("table", { name: /^Personnes qui ont parrainé/ });
const button = (name: string | RegExp) => page.getByRole("button", { name });

test("friends that wait for a review show the reason, and disappear after the review", async () => {
  const { answers, states } = fakeReferrals();
  await openReferrals(answers);
  await expect.element(held.getByRole("heading")).toMatchTextContent("À vérifier (2)");
  const mia = held.getByRole("row").filter({ hasText: "Mia Martin" });
  await expect.element(mia).toMatchTextContent(/Zoé Martin.*Même appareil/);
  await mia.getByRole("button", { name: "Compter Mia Martin", exact: true }).click();
  await expect.element(held.getByRole("heading")).toMatchTextContent("À vérifier (1)");
  await expect.element(held.getByRole("heading")).toHaveFocus();
  await held.getByRole("button", { name: "Ne pas compter Lou Martin" }).click();
  await expect.element(held).not.toBeInTheDocument();
  expect(states()).toEqual(["Mia counted", "Lou refused", "Ana counted"]);
});

test("'Actualiser' reloads the friends that wait for a review too", async () => {
  const { answers } = fakeReferrals();
  const { api } = await openReferrals(answers);
  await expect.element(held.getByRole("heading")).toMatchTextContent("À vérifier (2)");
  const more = fakeReferrals([friend(14, "Ines", { state: "held", heldFor: "device" })]);
  api.answer(more.answers);
  await button("Actualiser").click();
  await expect.element(held.getByRole("heading")).toMatchTextContent("À vérifier (3)");
});

test("the button of a refused review keeps the focus, and a double click sends one review", async () => {
  const review = withheld(() => refuse(500, { code: "internal", message: "" }));
  const { answers } = fakeReferrals();
  const { api } = await openReferrals({ ...answers, "POST /api/admin/referrals/review": review.fake });
  const refusing = held.getByRole("button", { name: "Ne pas compter Lou Martin" });
  await refusing.dblClick();
  await expect.element(held.getByRole("button", { name: "Compter Lou Martin", exact: true })).toBeDisabled();
  await expect.element(refusing).toHaveFocus();
  review.letGo();
  await expect.element(held.getByRole("alert")).toBeVisible();
  await expect.element(refusing).toHaveFocus();
  expect(api.calls.filter((call) => call.startsWith("POST"))).toEqual(["POST /api/admin/referrals/review"]);
});

test("a person's row expands to their friends, who are reviewed all at once or one by one", async () => {
  const { answers, states } = fakeReferrals();
  await openReferrals(answers);
  await expect.element(referrers.getByRole("row", { name: /Zoé Martin/ })).toMatchTextContent(/1.*3.*2/);
  await button("Amies de Zoé Martin").click();
  await button("Ne compter aucune des amies à vérifier de Zoé Martin").click();
  await expect.poll(states).toEqual(["Mia refused", "Lou refused", "Ana counted"]);
  await referrers.getByRole("button", { name: "Compter Mia Martin", exact: true }).click();
  await expect.poll(states).toContain("Mia counted");
  await referrers.getByRole("button", { name: "Ne pas compter Ana Martin" }).click();
  await expect.poll(states).toContain("Ana refused");
});

test("an accepted friend is not announced as counted, and the acceptance of an uncounted friend can be reversed", async () => {
  const { answers, states } = fakeReferrals([
    friend(14, "Ines", { state: "held", heldFor: "device", confirmed: false }),
    friend(17, "Lea", { state: "held", heldFor: "device" }),
    friend(15, "Noa", { state: "other", reviewed: "accepted" }),
    friend(16, "Eva", { state: "other" }),
  ]);
  await openReferrals(answers);
  await held.getByRole("button", { name: "Compter Ines Martin", exact: true }).click();
  const unconfirmed = "Ines Martin : parrainage accepté, adresse pas encore confirmée.";
  await expect.element(page.getByText(unconfirmed)).toBeVisible();
  await held.getByRole("button", { name: "Compter Lea Martin", exact: true }).click();
  await expect.element(page.getByText("Lea Martin : parrainage accepté.")).toBeVisible();
  await button("Amies de Zoé Martin").click();
  await button("Compter toutes les amies à vérifier de Zoé Martin").click();
  await expect.element(page.getByText("2 parrainages acceptés.")).toBeVisible();
  await referrers.getByRole("button", { name: "Ne pas compter Noa Martin" }).click();
  await expect.poll(states).toContain("Noa refused");
  expect(button("Ne pas compter Eva Martin").elements()).toEqual([]);
});

test("a name in the referrals opens the person's sign-up, and the filters are in the address", async () => {
  const { answers } = fakeReferrals();
  const { address } = await openReferrals(answers);
  await button("7 jours").click();
  await expect.poll(address).toContain("period=7");
  await referrers.getByRole("link", { name: /Zoé Martin/ }).click();
  await expect.poll(address).toContain(`/admin/dashboard/signups?signup=${zoe.id}`);
});

test("without referrals the screen says how they begin", async () => {
  await openReferrals({
    ...fakeReferrals().answers,
    "GET /api/admin/referrals": () => ({
      ...someReferrals,
      totals: { brought: 0, counted: 0, referrers: 0 },
      sources: [],
      days: [],
    }),
    "GET /api/admin/referrals/held": () => ({ items: [], next: null, total: 0 }),
  });
  await expect.element(page.getByText("Aucun parrainage sur cette période.")).toBeVisible();
  expect(held.elements()).toEqual([]);
});
