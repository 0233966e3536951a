import { expect, onTestFinished, test, vi } from "vitest";
import { page } from "vitest/browser";
import { openAdmin, plainAdmin } from "#test/support/ui/open-admin.tsx";
import { fakeSignups, holdEach, signup, signups } from "#test/support/ui/signups-fake.ts";
import { detailsOf, expectRows, openList, rowNames, wholeList } from "#test/support/ui/signups-page.ts";

const button = (name: string | RegExp) => page.getByRole("button", { name });
/** Clicks the buttons one after the other, before the next render. */
const clickAll = (...buttons: Element[]) => {
  for (const one of buttons) (one as HTMLElement).click();
};

test("two clicks on 'Page suivante' before the response turn two pages, and 'back' returns one page", async () => {
  const { address, router } = await openList(23, wholeList);
  await expect.element(page.getByText("Affichage de 1 à 10 sur 23 inscriptions")).toBeVisible();
  const next = button("Page suivante").element();
  clickAll(next, next);
  await expect.element(page.getByText("Affichage de 21 à 23 sur 23 inscriptions")).toBeVisible();
  await expect.poll(address).toBe(`${wholeList}?page=3`);
  await router.navigate(-1);
  await expect.element(page.getByText("Page 2 / 3")).toBeVisible();
});

test("a status and an order that are chosen before a response both apply, from page 1", async () => {
  const { address } = await openList(23, `${wholeList}?page=1`);
  await button("Page suivante").click();
  await expect.poll(address).toContain("page=2");
  clickAll(button(/^En attente/).element(), button("Date").element());
  await expect.poll(address).toBe(`${wholeList}?status=pending&order=asc`);
  await expect.poll(() => rowNames()[0]).toBe("N022");
});

test("an address restores search, status and order, and 'Effacer les filtres' empties them", async () => {
  const { address } = await openAdmin(
    `${wholeList}?search=martin&status=approved&order=asc`,
    fakeSignups(signups(2)).answers,
  );
  await expect.element(page.getByRole("searchbox")).toHaveValue("martin");
  await expect.element(button(/^Approuvés/)).toHaveAttribute("aria-pressed", "true");
  await expect.element(page.getByText("Aucune inscription ne correspond")).toBeVisible();
  await button("Effacer les filtres").click();
  await expect.element(page.getByRole("searchbox")).toHaveValue("");
  await expectRows(["N001", "N000"]);
  await expect.poll(address).toBe(`${wholeList}?order=asc`);
});

test.each([
  [1_000, /^1\s000 nouvelles inscriptions$/],
  [1_001, /^Plus de 1\s000 nouvelles inscriptions$/],
])("%i new sign-ups are announced as %s", async (count, name) => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  onTestFinished(() => void vi.useRealTimers());
  await openAdmin(wholeList, {
    ...fakeSignups(signups(2)).answers,
    "GET /api/admin/signups/:audience/arrivals": () => ({ count }),
  });
  await expectRows(["N000", "N001"]);
  await vi.advanceTimersByTimeAsync(20_000);
  await expect.element(button(name)).toBeVisible();
});

test("each status shows its count for the search, and the result is announced with its filters", async () => {
  const rows = [signup(0), signup(1), signup(2, { status: "approved" })];
  await openAdmin(`${wholeList}?search=N00`, fakeSignups(rows).answers);
  await expect.element(button(/^En attente\s*2$/)).toBeVisible();
  await expect.element(button(/^Approuvés\s*1$/)).toBeVisible();
  await expect.element(button(/^Rejetés\s*0$/)).toBeVisible();
  const announcement = page.getByRole("status").filter({ hasText: "3 inscriptions" });
  await expect
    .element(announcement.filter({ hasText: "statut : Tous, recherche : N00" }))
    .toBeInTheDocument();
  const order = "les plus récentes d’abord, page 1 sur 1";
  await expect.element(announcement.filter({ hasText: order })).toBeInTheDocument();
});

test("the prefetched next page shows while the server does not answer", async () => {
  const { api, answers } = await openList(12, wholeList);
  await expect.poll(() => api.calls.filter((call) => call.endsWith("/signups/user")).length).toBe(2);
  api.answer({
    "GET /api/admin/signups/:audience": holdEach(answers["GET /api/admin/signups/:audience"]).fake,
  });
  await button("Page suivante").click();
  await expectRows(["N010", "N011"]);
  await expect.element(page.getByText("Page 2 / 2")).toBeVisible();
});

test.each(["signups", "brands"])("the empty list of %s shows one message and no export", async (path) => {
  await openAdmin(`/admin/dashboard/${path}`, fakeSignups([]).answers);
  await expect.element(page.getByText("Aucune inscription pour le moment")).toBeVisible();
  await expect.element(button("Approuvés")).toBeVisible();
  await expect.element(page.getByRole("link", { name: "Exporter en CSV" })).not.toBeInTheDocument();
  await expect.element(page.getByText("0 inscription", { exact: true })).not.toBeInTheDocument();
});

test("the list says how many limited sign-ups are left out, and exports them when asked", async () => {
  const { answers } = fakeSignups(signups(2));
  const list = answers["GET /api/admin/signups/:audience"];
  await openAdmin(wholeList, {
    ...answers,
    "GET /api/admin/signups/:audience": (request: Parameters<typeof list>[0]) => ({
      ...list(request),
      limited: 1,
    }),
  });
  await expect.element(page.getByText(/1\sinscription limitée à la demande de la personne/)).toBeVisible();
  const href = (name: string) => page.getByRole("link", { name }).element().getAttribute("href");
  expect(href("Exporter avec elles")).toContain("limited=true");
  expect(href("Exporter en CSV")).not.toContain("limited");
});

test("an empty search counts again and exports", async () => {
  await openAdmin(`${wholeList}?search=zzz`, fakeSignups([]).answers, plainAdmin);
  await expect.element(page.getByText("Aucune inscription ne correspond")).toBeVisible();
  await expect.element(page.getByText("0 inscription", { exact: true })).toBeVisible();
  await expect.element(button(/^Approuvés\s*0$/)).toBeVisible();
  await expect.element(page.getByRole("link", { name: "Exporter en CSV" })).toBeVisible();
});

test("cards on a phone show the same sign-ups as the table, in the same order and with the same decisions", async () => {
  await page.viewport(390, 844);
  const { answers, expectCounts } = fakeSignups(signups(2));
  await openAdmin(wholeList, answers);
  await expect.element(page.getByRole("listitem").filter({ has: detailsOf(0) })).toBeVisible();
  // The test clicks without the pointer. Otherwise the next test's menu would appear under it, and hovering a link prefetches.
  clickAll(button("Les plus récentes d’abord").element());
  await expectRows(["N001", "N000"]);
  clickAll(button("Approuver N001 Martin").element());
  await expectCounts({ approved: 1, pending: 1 });
});
