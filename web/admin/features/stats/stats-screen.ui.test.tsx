import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { distributionOf } from "#contract/stats.ts";
import { type FakeAnswers, refuse } from "#test/support/ui/fake-api.ts";
import { openAdmin } from "#test/support/ui/open-admin.tsx";
import {
  fabrics,
  fakeStats,
  longOption,
  longQuestion,
  memory,
  statsFor,
  unansweredQuestion,
} from "#test/support/ui/stats-fake.ts";

const path = "/admin/dashboard/stats";
const card = (name: string) => page.getByRole("region", { name, exact: true });
const button = (name: string) => page.getByRole("button", { name, exact: true });

async function openStats(query = "", answers: FakeAnswers = fakeStats()) {
  const opened = await openAdmin(`${path}${query}`, { ...fakeStats(), ...answers });
  await expect.element(page.getByRole("heading", { name: "Statistiques des Réponses" })).toBeVisible();
  return opened;
}

const linenUsers = {
  id: "00000000-0000-4000-8000-000000000099",
  name: "Lin",
  audience: "user" as const,
  conditions: { match: "all" as const, groups: [] },
  sentence: "Utilisateurs qui ont répondu Lin",
  missing: null,
  version: 1,
};

/** The text of each row, with "|" between the cells. */
const rowsOf = (table: Element) =>
  [...table.querySelectorAll("tr")].map((row) =>
    [...row.children].map((cell) => cell.textContent?.replace(/\s/g, " ")).join("|"),
  );

test("the statistics open with all sign-ups of 30 days and the first question", async () => {
  await openStats();
  await expect.element(card("Total Inscriptions")).toMatchTextContent("2 utilisateurs · 2 marques");
  await expect.element(card("Réponses à la question")).toMatchTextContent("Taux de réponse : 75 %");
  await expect
    .element(page.getByRole("progressbar", { name: "Taux de réponse" }))
    .toHaveAttribute("aria-valuenow", "75");
  await expect.element(card("Période")).toMatchTextContent("30 jours");
  await expect.element(card("Type d’inscription")).toMatchTextContent("Tous");
  const table = page.getByRole("table", { name: /^Réponses à « Vos matières \? »/ });
  expect(rowsOf(table.element())).toEqual([
    "Réponse|Nombre|Pourcentage",
    "Lin|3|75 %",
    `${longOption}|1|25 %`,
  ]);
  await expect.element(table.getByRole("rowheader", { name: "Lin" })).toBeVisible();
});

test("filters of the statistics go to the address and the server, and the back button restores them", async () => {
  const { address, router } = await openStats();
  await button("Marques").click();
  await expect.element(card("Total Inscriptions")).toMatchTextContent("0 utilisateur · 2 marques");
  await button("7 jours").click();
  await expect.element(card("Période")).toMatchTextContent("7 jours");
  await expect.poll(address).toBe(`${path}?audience=brand&period=7`);
  await button("Users").click();
  await expect.element(card("Type d’inscription")).toMatchTextContent("Users");
  const select = page.getByLabelText("Question", { exact: true });
  await select.selectOptions(memory.id);
  await expect.element(card("Détail des réponses")).toMatchTextContent("Un manteau");
  await expect.poll(address).toContain(`questionId=${memory.id}`);
  await router.navigate(-1);
  await expect.element(select).toHaveValue(fabrics.id);
});

test("the list of questions shortens a long question to 50 characters", async () => {
  await openStats();
  const select = page.getByLabelText("Question", { exact: true });
  await expect.element(select).toBeVisible();
  const labels = [...(select.element() as HTMLSelectElement).options].map(({ text }) => text);
  expect(labels).toEqual(["Vos matières ?", `${longQuestion.slice(0, 50)}…`]);
});

test.each([
  ["all", ["Total", "Utilisateurs", "Marques"], ["4", "2", "2"]],
  ["user", ["Utilisateurs"], ["2"]],
  ["brand", ["Marques"], ["2"]],
])(
  "the trend of the type '%s' has the same lines in chart, legend and table",
  async (audience, lines, last) => {
    await openStats(`?audience=${audience}`);
    const trend = card("Tendance des inscriptions");
    await expect.element(trend).toBeVisible();
    expect(trend.element().querySelectorAll(".chart-surface .chart-line")).toHaveLength(lines.length);
    expect(
      trend
        .getByRole("listitem")
        .elements()
        .map(({ textContent }) => textContent),
    ).toEqual(lines);
    await trend.getByText("Voir les chiffres jour par jour").click();
    const table = trend.getByRole("table", { name: /^Inscriptions par jour/ });
    await expect.element(table).toBeVisible();
    const [head, newest] = rowsOf(table.element());
    expect(head).toBe(["Jour", ...lines].join("|"));
    expect(newest).toBe(["21 novembre 2026", ...last].join("|"));
  },
);

test("on a phone the filters expand by keyboard, and the note on the period always stays", async () => {
  await page.viewport(390, 844);
  const { address } = await openStats();
  const toggle = button("Filtres");
  const note = page.getByText(/^La période ne change que la courbe/);
  await expect.element(toggle).toHaveAttribute("aria-expanded", "false");
  await expect.element(page.getByText("90 jours")).not.toBeVisible();
  await expect.element(note).toBeVisible();
  toggle.element().focus();
  await userEvent.keyboard("{Enter}");
  await expect.element(toggle).toHaveAttribute("aria-expanded", "true");
  await expect.element(note).toBeVisible();
  await button("90 jours").click();
  await expect.element(card("Période")).toMatchTextContent("90 jours");
  await expect.poll(address).toBe(`${path}?period=90`);
});

test("free text has bars and a table, and a sentence in place of the doughnut", async () => {
  await openStats(`?questionId=${memory.id}`);
  await expect
    .element(card("Distribution des réponses"))
    .toMatchTextContent(
      "Les graphiques en secteurs ne sont disponibles que pour les questions à choix multiples.",
    );
  await expect.element(card("Fréquence des réponses")).toBeVisible();
  await expect.element(card("Détail des réponses")).toMatchTextContent("les 4 dernières inscriptions");
});

test("an installation without sign-ups and questions has no chart and a link to the questionnaire", async () => {
  const totals = { total: 0, user: 0, brand: 0 };
  const none = { totals, periodTotals: totals, audiences: ["all" as const], questions: [], question: null };
  await openStats("", fakeStats(none));
  const answers = card("Détail des réponses");
  await expect
    .element(answers)
    .toMatchTextContent("Sélectionnez une question pour voir les détails des réponses.");
  await expect.element(answers.getByRole("link", { name: "Ouvrir le questionnaire" })).toBeVisible();
  await expect
    .element(card("Tendance des inscriptions"))
    .toMatchTextContent("Personne ne s’est encore inscrit.");
  expect(page.getByRole("application").elements()).toEqual([]);
  expect(page.getByRole("button", { name: /PNG/ }).elements()).toEqual([]);
  expect(page.getByText(/précédents/).elements()).toEqual([]);
});

test("a type of sign-up or a segment without sign-ups is not taken for an empty installation", async () => {
  const totals = { total: 0, user: 0, brand: 0 };
  const none = { totals, periodTotals: totals, question: null };
  await openStats("?audience=brand", fakeStats({ ...none, audience: "brand" }));
  await expect
    .element(card("Tendance des inscriptions"))
    .toMatchTextContent("Aucune inscription ne correspond.");
});

test("the segment of an address is named although it concerns another type of sign-up", async () => {
  const totals = { total: 0, user: 0, brand: 0 };
  await openStats(`?audience=brand&segment=${linenUsers.id}`, {
    ...fakeStats({ totals, periodTotals: totals, audience: "brand" }),
    "GET /api/admin/segments": () => ({ items: [linenUsers] }),
  });
  await expect.element(page.getByText(`${linenUsers.sentence}.`)).toBeVisible();
});

test("a question without answers has no chart, and its detail says so once", async () => {
  await openStats("", fakeStats({ question: unansweredQuestion() }));
  await expect.element(page.getByText("Aucune réponse disponible pour cette question.")).toBeVisible();
  await expect
    .element(card("Réponses à la question"))
    .toMatchTextContent("Aucune réponse · Taux de réponse : 0 %");
  expect(card("Distribution des réponses").elements()).toEqual([]);
  expect(card("Fréquence des réponses").elements()).toEqual([]);
  expect(page.getByRole("link", { name: "Exporter en CSV" }).elements()).toEqual([]);
});

test("a failure to load the statistics is an alert, and 'Actualiser' loads them again", async () => {
  const { api } = await openStats("", {
    "GET /api/admin/stats": () => refuse(500, { code: "internal", message: "" }),
  });
  const alert = page.getByRole("alert");
  await expect
    .element(alert)
    .toMatchTextContent("Une erreur est survenue lors du chargement des statistiques.");
  api.answer(fakeStats());
  await button("Actualiser").click();
  await expect.element(card("Total Inscriptions")).toMatchTextContent("4");
  await expect.element(alert).not.toBeInTheDocument();
});

test("a period is compared with the same number of days before it, and the period 'all' with nothing", async () => {
  const previousTotals = { total: 1, user: 1, brand: 0 };
  await openStats("", {
    "GET /api/admin/stats": ({ query }) => {
      const { period = "30" } = query as { period?: "30" | "all" };
      return statsFor({ period }, period === "all" ? {} : { previousTotals });
    },
  });
  await expect
    .element(card("Période"))
    .toMatchTextContent("+300 % par rapport aux 30 jours précédents (4 contre 1)");
  await button("Tout").click();
  await expect.element(card("Période")).toMatchTextContent("4 inscriptions au 21 novembre 2026");
  await expect.element(card("Période")).not.toMatchTextContent("précédents");
});

test("every tab stop of the statistics has a name, and no part of a chart is a tab stop", async () => {
  await openStats();
  await page.getByText("Voir les chiffres jour par jour").click();
  await expect.element(page.getByRole("table", { name: /^Inscriptions par jour/ })).toBeVisible();
  const stops = [...page.getByRole("main").element().querySelectorAll<HTMLElement>("*")].filter(
    ({ tabIndex }) => tabIndex >= 0,
  );
  const nameless = stops.filter((stop) => {
    const name = stop.ariaLabel || stop.textContent?.trim() || (stop as HTMLInputElement).labels?.length;
    return !name || stop.closest("svg");
  });
  expect(stops.length).toBeGreaterThan(5);
  expect(nameless.map(({ outerHTML }) => outerHTML)).toEqual([]);
});

test("the table shows every answer, step by step, and the charts the ten most frequent", async () => {
  const counts = Array.from({ length: 130 }, (_, index) => ({
    answer: `Réponse ${index}`,
    count: 200 - index,
  }));
  const question = { ...unansweredQuestion(), respondents: 130, ...distributionOf(counts) };
  await openStats("", fakeStats({ question }));
  const table = page.getByRole("table", { name: /^Réponses à « Vos matières \? »/ });
  await expect.poll(() => rowsOf(table.element())).toHaveLength(1 + 20);
  await button("Afficher plus de réponses (110)").click();
  await button("Afficher plus de réponses (10)").click();
  await expect.poll(() => rowsOf(table.element())).toHaveLength(1 + 130);
  const bars = page.getByRole("region", { name: "Fréquence des réponses" });
  await expect.element(bars.getByText("Réponse 9", { exact: true })).toBeInTheDocument();
  expect(bars.getByText("Réponse 10", { exact: true }).elements()).toEqual([]);
});

test("the statistics announce a change of the period and the result of 'Actualiser'", async () => {
  const { api } = await openStats();
  await expect.element(card("Période")).toMatchTextContent("30 jours");
  const said = () =>
    page
      .getByRole("status")
      .elements()
      .map(({ textContent }) => textContent);
  await button("7 jours").click();
  await expect.poll(said).toContainEqual(expect.stringMatching(/^7 jours, Tous\s: \d+ inscriptions?$/));
  await button("Actualiser").click();
  await expect.poll(said).toContain("Actualisé");
  api.answer({ "GET /api/admin/stats": () => refuse(500, { code: "internal", message: "" }) });
  await button("Actualiser").click();
  await expect.poll(said).toContain("L’actualisation a échoué");
  expect(said()).not.toContain("Actualisé");
});
