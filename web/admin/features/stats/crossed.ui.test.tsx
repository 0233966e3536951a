import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { crossedBaseMin } from "#contract/crossed.ts";
import type { Crossed, Stats } from "#contract/stats.schema.ts";
import { refuse } from "#test/support/ui/fake-api.ts";
import { openAdmin } from "#test/support/ui/open-admin.tsx";
import { ages, fabrics, fakeStats, longOption, memory } from "#test/support/ui/stats-fake.ts";

const path = "/admin/dashboard/stats";
const segment = {
  id: "00000000-0000-4000-8000-000000000099",
  name: "Lin",
  audience: "user" as const,
  conditions: { match: "all" as const, groups: [] },
  sentence: "Utilisateurs qui ont répondu Lin",
  missing: null,
  version: 1,
};
const answer = (text: string, count: number, isOption = true) => ({ answer: text, count, isOption });
const crossed: Crossed = {
  base: 12,
  rows: [answer("Lin", 8), answer(longOption, 4), answer("Chanvre", 1, false)],
  columns: [answer("18 à 25 ans", 7), answer("Plus", 5)],
  cells: [
    [6, 2],
    [0, 4],
    [1, 0],
  ],
};
const panel = page.getByRole("region", { name: "Réponses croisées", exact: true });
const table = panel.getByRole("table");
const crossedBy = `?by=${ages.id}`;

async function openStats(query: string, answer: () => Crossed = () => crossed, changes: Partial<Stats> = {}) {
  const opened = await openAdmin(`${path}${query}`, {
    ...fakeStats({ questions: [fabrics, ages, memory], ...changes }),
    "GET /api/admin/segments": () => ({ items: [segment] }),
    "GET /api/admin/stats/crossed": answer,
  });
  await expect.element(page.getByRole("heading", { name: "Statistiques des Réponses" })).toBeVisible();
  return opened;
}

/** Reads the conditions from a link to a list. */
function linkOf(name: RegExp) {
  const address = new URL(
    table.getByRole("link", { name }).element().getAttribute("href") ?? "",
    location.href,
  );
  const { conditions, ...query } = Object.fromEntries(address.searchParams);
  return { path: address.pathname, query, ...(JSON.parse(conditions ?? "null") as object) };
}

test("a question is crossed with another choice, and each cell opens its people", async () => {
  const { address } = await openStats("");
  const select = page.getByLabelText("Croiser avec…");
  await expect.element(select).toBeVisible();
  expect([...(select.element() as HTMLSelectElement).options].map(({ text }) => text)).toEqual([
    "Aucune question",
    ages.question,
  ]);
  await select.selectOptions(ages.id);
  await expect.element(table).toBeVisible();
  await expect.poll(address).toBe(`${path}${crossedBy}`);
  await expect.element(panel).toMatchTextContent("12 personnes ont répondu aux deux");
  expect(
    table
      .getByRole("columnheader")
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual([fabrics.question, "18 à 25 ans 7", "Plus 5"]);
  await expect.element(table.getByRole("rowheader", { name: "Lin 8" })).toBeVisible();
  const rules = [
    { field: "counted", op: "is", value: true },
    { field: "answer", questionId: fabrics.id, op: "is", value: "Lin" },
    { field: "answer", questionId: ages.id, op: "is", value: "18 à 25 ans" },
  ];
  expect(linkOf(/75\s%\s?6/)).toEqual({
    path: "/admin/dashboard/signups",
    query: {},
    match: "all",
    groups: [{ match: "all", rules }],
  });
  expect(table.getByRole("link").elements()).toHaveLength(3);
  await expect
    .element(table.getByRole("link", { name: /6\s: Lin et 18 à 25 ans, voir la liste$/ }))
    .toBeVisible();
});

test("the cross-tabulation's filters go to the address, the server and the links to lists", async () => {
  const { api, address } = await openStats(crossedBy);
  const asked: unknown[] = [];
  api.answer({
    "GET /api/admin/stats/crossed": ({ query }) => {
      asked.push(query);
      return crossed;
    },
  });
  await panel.getByRole("button", { name: "Approuvées" }).click();
  await page.getByLabelText("Segment").selectOptions(segment.id);
  await expect.element(page.getByText(`${segment.sentence}.`)).toBeVisible();
  await expect
    .poll(() => asked.at(-1))
    .toEqual({ audience: "all", question: fabrics.id, by: ages.id, status: "approved", segment: segment.id });
  await expect.element(table).toBeVisible();
  expect(linkOf(/75\s%\s?6/).query).toEqual({ status: "approved", segment: segment.id });
  const answers = page.getByRole("region", { name: "Détail des réponses" });
  await expect
    .element(answers.getByRole("link", { name: "Exporter en CSV" }))
    .toHaveAttribute("href", expect.stringContaining(`segment=${segment.id}`));
  await panel.getByRole("button", { name: "Barres" }).click();
  const bars = panel.getByRole("region", { name: "Répartition des réponses croisées" });
  await expect
    .element(bars.getByRole("img", { name: /^Lin\s: 18 à 25 ans 75\s%, Plus 25\s%/ }))
    .toBeVisible();
  await expect.poll(address).toContain("view=bars");
  await expect.poll(address).toContain(`segment=${segment.id}`);
});

test("a cell of the cross-tabulation with users and brands links to both lists", async () => {
  const both = { ...ages, targetType: "both" as const };
  await openStats(crossedBy, () => crossed, { questions: [fabrics, both] });
  const cell = table.getByRole("cell", { name: /75\s%\s?6/ });
  for (const [name, path] of [
    ["Utilisateurs", "/admin/dashboard/signups"],
    ["Marques", "/admin/dashboard/brands"],
  ] as const) {
    const link = cell.getByRole("link", { name: new RegExp(`^${name}\\s: Lin et 18 à 25 ans$`) });
    await expect.element(link).toHaveAttribute("href", expect.stringContaining(`${path}?conditions=`));
  }
});

test("the cross-tabulation shows a sentence for too few people, and an alert for a failure", async () => {
  const few = { base: crossedBaseMin - 1, rows: [], columns: [], cells: [] };
  const { api } = await openStats(crossedBy, () => few);
  await expect
    .element(panel.getByText(/^Moins de 10 personnes ont répondu aux deux questions/))
    .toBeVisible();
  expect(table.elements()).toEqual([]);
  api.answer({
    "GET /api/admin/stats/crossed": () =>
      refuse(404, { code: "not_found", message: "Ce segment n’existe plus." }),
  });
  await panel.getByRole("button", { name: "Approuvées" }).click();
  await expect.element(panel.getByRole("alert")).toMatchTextContent("Ce segment n’existe plus.");
});

test("neither a free text nor the question itself is offered for a cross-tabulation", async () => {
  await openStats(`?questionId=${memory.id}&by=${ages.id}`);
  await expect.element(page.getByText("Détail des réponses")).toBeVisible();
  expect(page.getByLabelText("Croiser avec…").elements()).toEqual([]);
  expect(panel.elements()).toEqual([]);
});

test("'Actualiser' reloads the crossed table too", async () => {
  let answered = crossed;
  await openStats(crossedBy, () => answered);
  await expect.element(table).toMatchTextContent("Lin");
  answered = { ...crossed, rows: [answer("Soie", 8), ...crossed.rows.slice(1)] };
  await page.getByRole("button", { name: "Actualiser" }).click();
  await expect.element(table).toMatchTextContent("Soie");
});
