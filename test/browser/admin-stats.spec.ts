import { readFile } from "node:fs/promises";
import type { Locator, Page } from "@playwright/test";
import type { ServerProcess } from "#test/support/server-process.ts";
import { calm, expectAccessibleInBothThemes, storeSignups } from "./admin-support.ts";
import { expect, test } from "./fixtures.ts";

test.use(calm);

const address = "/admin/dashboard/stats";
const longQuestion = "Racontez la tenue dont vous vous souvenez le mieux, et pourquoi";
const longOption = "Des matières naturelles, cousues tout près d’ici";

async function clear(site: ServerProcess): Promise<void> {
  await site.sql("delete from beta_signups");
  await site.sql("delete from brand_signups");
  await site.sql("delete from questionnaire_items");
}

async function addQuestion(
  site: ServerProcess,
  position: number,
  [question, type, target]: [question: string, type: string, target: string],
): Promise<string> {
  const [row] = await site.sql<{ id: string }>(
    `insert into questionnaire_items (question, field_type, options, order_position, target_type)
     values ($1, $2, case when $2 = 'checkbox' then '["Lin", "Soie"]'::jsonb end, $3, $4) returning id`,
    [question, type, position, target],
  );
  return row?.id ?? "";
}

/** Two users and a brand; a checkbox for both, a free text for users. */
async function arrange(site: ServerProcess): Promise<{ fabrics: string; memory: string }> {
  await clear(site);
  const fabrics = await addQuestion(site, 1, ["Vos matières ?", "checkbox", "both"]);
  const memory = await addQuestion(site, 2, [longQuestion, "textarea", "user"]);
  await storeSignups(site, "user", [
    {
      name: "Un",
      email: "un@exemple.fr",
      responses: { [fabrics]: ["Lin", longOption], [memory]: "Un manteau" },
    },
    { name: "Deux", email: "deux@exemple.fr", responses: { [fabrics]: ["Lin"] } },
  ]);
  await storeSignups(site, "brand", [
    { name: "Trois", email: "trois@exemple.fr", responses: { [fabrics]: ["Lin"] } },
    { name: "Quatre", email: "quatre@exemple.fr" },
  ]);
  return { fabrics, memory };
}

async function open(page: Page, query = ""): Promise<void> {
  await page.goto(`${address}${query}`);
  await expect(page.getByRole("heading", { level: 1, name: "Statistiques des Réponses" })).toBeVisible();
}

/** On small screens the filters are folded away. */
async function showFilters(page: Page): Promise<void> {
  await expect(page.getByRole("button", { name: "Actualiser" })).toBeVisible();
  const toggle = page.getByRole("button", { name: "Filtres" });
  if ((await toggle.isVisible()) && (await toggle.getAttribute("aria-expanded")) === "false")
    await toggle.click();
  await expect(page.getByRole("button", { name: "30 jours" })).toBeVisible();
}

const card = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const answerRows = (page: Page) => card(page, "Détail des réponses").getByRole("row");

test("all sign-ups of 30 days are shown for the first question", async ({
  adminPage: page,
  site,
  expectAccessible,
}) => {
  await arrange(site);
  await open(page);
  await expect(card(page, "Total Inscriptions")).toContainText("4");
  await expect(card(page, "Total Inscriptions")).toContainText("2 utilisateurs · 2 marques");
  await expect(card(page, "Réponses à la question")).toContainText("3");
  await expect(page.getByRole("progressbar", { name: "Taux de réponse" })).toHaveAttribute(
    "aria-valuenow",
    "75",
  );
  await expect(card(page, "Période")).toContainText("30 jours");
  await expect(card(page, "Type d’inscription")).toContainText("Tous");
  await expect(answerRows(page)).toHaveText([
    "RéponseNombrePourcentage",
    /^Lin3\s?75\s%$/,
    new RegExp(`^${longOption}1\\s?25\\s%$`),
  ]);
  const trend = card(page, "Tendance des inscriptions");
  await expect(trend.getByRole("img", { name: /4 inscriptions/ })).toBeVisible();
  await expect(trend.locator(".chart-surface .chart-line")).toHaveCount(3);
  await expect(card(page, "Fréquence des réponses").locator("svg.chart-surface")).toContainText(
    /Des matières\s?naturelles, …/,
  );
  await expect(card(page, "Distribution des réponses").locator(".chart-surface .chart-shape")).toHaveCount(2);
  await expectAccessibleInBothThemes(page, expectAccessible);
});

test("filters live in the address and survive a reload", async ({ adminPage: page, site }) => {
  const { memory } = await arrange(site);
  await open(page);
  await showFilters(page);
  await page.getByRole("button", { name: "Marques" }).click();
  await expect(page).toHaveURL(/audience=brand/);
  await expect(card(page, "Total Inscriptions")).toContainText("0 utilisateur · 2 marques");
  await expect(card(page, "Réponses à la question")).toContainText("50 %");
  await page.getByRole("button", { name: "7 jours" }).click();
  await expect(page).toHaveURL(/period=7/);
  await page.reload();
  await expect(card(page, "Période")).toContainText("7 jours");
  await expect(card(page, "Type d’inscription")).toContainText("Marques");

  await showFilters(page);
  await page.getByRole("button", { name: "Users" }).click();
  await expect(card(page, "Type d’inscription")).toContainText("Users");
  const select = page.getByLabel("Question", { exact: true });
  await expect(select.locator("option")).toHaveText(["Vos matières ?", `${longQuestion.slice(0, 50)}…`]);
  await select.selectOption(memory);
  await expect(page).toHaveURL(new RegExp(`questionId=${memory}`));
  await page.goBack();
  await expect(select).not.toHaveValue(memory);
});

test("one type of sign-up has one line, in the drawing, the legend and the table", async ({
  adminPage: page,
  site,
}) => {
  await arrange(site);
  const lines = { user: "Utilisateurs", brand: "Marques" };
  for (const [audience, line] of Object.entries(lines)) {
    await open(page, `?audience=${audience}`);
    const trend = card(page, "Tendance des inscriptions");
    await expect(trend.locator(".chart-surface .chart-line")).toHaveCount(1);
    await expect(trend.getByRole("listitem")).toHaveText([line]);
    await trend.getByText("Voir les chiffres jour par jour").click();
    await expect(trend.getByRole("columnheader")).toHaveText(["Jour", line]);
    await expect(trend.getByRole("row").nth(1).getByRole("cell")).toHaveText(["2"]);
  }
});

test("what the period does not change is said, the filters being folded or not", async ({
  adminPage: page,
  site,
}) => {
  await arrange(site);
  await open(page);
  const note = page.getByText("La période ne change que la courbe");
  await expect(note).toBeVisible();
  await showFilters(page);
  await expect(note).toBeVisible();
});

test("free text has bars and a table, and says why it has no doughnut", async ({ adminPage: page, site }) => {
  const { memory } = await arrange(site);
  await open(page, `?questionId=${memory}`);
  await expect(card(page, "Distribution des réponses")).toContainText(
    "Les graphiques en secteurs ne sont disponibles que pour les questions à choix multiples.",
  );
  await expect(answerRows(page)).toHaveText(["RéponseNombrePourcentage", /^Un manteau1\s?100\s%$/]);
  await expect(card(page, "Détail des réponses")).toContainText("les 4 dernières inscriptions");
});

test("tooltips tell sign-ups and shares", async ({ adminPage: page, site }) => {
  await arrange(site);
  await open(page, "?period=7");
  const bars = card(page, "Fréquence des réponses");
  await bars.locator(".chart-surface .chart-shape").first().hover();
  await expect(bars.getByText("Réponses: 3 (75%)")).toBeVisible();
  const doughnut = card(page, "Distribution des réponses");
  await doughnut.locator(".chart-surface .chart-shape").last().hover();
  await expect(doughnut.getByText(`${longOption}: 1 (25%)`)).toBeVisible();
  const trend = card(page, "Tendance des inscriptions");
  await trend.locator(".chart-surface .chart-marker").last().hover();
  await expect(trend.getByText("Total: 4 inscriptions")).toBeVisible();
  await expect(trend.getByText("Utilisateurs: 2 inscriptions")).toBeVisible();
  await expect(trend.getByText("Marques: 2 inscriptions")).toBeVisible();
});

test.describe("by touch", () => {
  test.use({ hasTouch: true });

  test("a tap tells of a point until the next tap beside the chart", { tag: "@once" }, async ({
    adminPage: page,
    site,
  }) => {
    await arrange(site);
    await open(page);
    const bars = card(page, "Fréquence des réponses");
    const told = bars.getByText("Réponses: 3 (75%)");
    await bars.locator(".chart-surface .chart-shape").first().tap();
    await expect(told).toBeVisible();
    await card(page, "Détail des réponses").getByRole("heading").tap();
    await expect(told).toHaveCount(0);
  });
});

test("without questions and without answers the screen says so", async ({
  adminPage: page,
  site,
  expectAccessible,
}) => {
  await clear(site);
  await open(page);
  const sentence = "Sélectionnez une question pour voir les détails des réponses.";
  await expect(card(page, "Détail des réponses")).toContainText(sentence);
  await expect(page.getByText(sentence)).toHaveCount(1);
  await expect(page.getByRole("link", { name: "Ouvrir le questionnaire" })).toBeVisible();
  const trend = card(page, "Tendance des inscriptions");
  await expect(trend).toContainText("Personne ne s’est encore inscrit.");
  await expect(trend.getByRole("application")).toHaveCount(0);
  await expect(page.getByRole("button", { name: /PNG/ })).toHaveCount(0);
  await expect(page.getByText("précédents")).toHaveCount(0);
  await addQuestion(site, 1, ["Vos matières ?", "checkbox", "both"]);
  await page.getByRole("button", { name: "Actualiser" }).click();
  await expect(card(page, "Distribution des réponses")).toHaveCount(0);
  await expect(card(page, "Fréquence des réponses")).toHaveCount(0);
  await expect(card(page, "Détail des réponses")).toContainText(
    "Aucune réponse disponible pour cette question.",
  );
  await expect(card(page, "Réponses à la question")).toContainText(
    /Aucune réponse · Taux de réponse\s: 0\s%/,
  );
  await expectAccessibleInBothThemes(page, expectAccessible);
});

test("a failure is a red banner, and 'Actualiser' asks again", async ({
  adminPage: page,
  site,
  allowConsole,
}) => {
  allowConsole(/500/);
  await arrange(site);
  await page.route("**/api/admin/stats?*", (route) => route.fulfill({ status: 500, json: {} }));
  await open(page);
  const banner = page.getByRole("alert");
  await expect(banner).toContainText("Une erreur est survenue lors du chargement des statistiques.");
  await page.unroute("**/api/admin/stats?*");
  await page.getByRole("button", { name: "Actualiser" }).click();
  await expect(card(page, "Total Inscriptions")).toContainText("4");
  await expect(banner).toHaveCount(0);
});

test("the table is saved as CSV and each chart as PNG", async ({ adminPage: page, site }) => {
  await arrange(site);
  await open(page);
  const csvDownload = page.waitForEvent("download");
  await page.getByRole("link", { name: "Exporter en CSV" }).click();
  const csv = await csvDownload;
  expect(csv.suggestedFilename()).toBe("reponses.csv");
  expect(await readFile(await csv.path(), "utf8")).toContain("Lin;3;75 %");

  for (const chart of ["Tendance des inscriptions", "Distribution des réponses", "Fréquence des réponses"]) {
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: `Enregistrer « ${chart} » en PNG` }).click();
    const picture = await download;
    expect(picture.suggestedFilename()).toMatch(/\.png$/);
    const bytes = await readFile(await picture.path());
    expect(bytes.subarray(1, 4).toString("latin1")).toBe("PNG");
  }
});

test("each chart is one tab stop, whose points are gone through by keys and told in words", async ({
  adminPage: page,
  site,
}) => {
  await arrange(site);
  await open(page, "?period=7");
  const charts: Record<string, { first: RegExp; second: RegExp; last: RegExp }> = {
    "Tendance des inscriptions": {
      first: /Total 0, Utilisateurs 0, Marques 0$/,
      second: /Total 0, Utilisateurs 0, Marques 0$/,
      last: /Total 4, Utilisateurs 2, Marques 2$/,
    },
    "Distribution des réponses": { first: /^Lin\s: 3/, second: /^Des mat.*: 1/, last: /^Des mat.*: 1/ },
    "Fréquence des réponses": { first: /^Lin\s: 3/, second: /^Des mat.*: 1/, last: /^Des mat.*: 1/ },
  };
  for (const [name, { first, second, last }] of Object.entries(charts)) {
    const chart = card(page, name).getByRole("application", { name });
    const said = card(page, name).getByRole("status");
    await expect(said).toHaveText("");
    await card(page, name).getByRole("button").focus();
    await page.keyboard.press("Tab");
    await expect(chart).toBeFocused();
    await expect(said).toHaveText(first);
    expect(await markedShapes(chart), name).toBeGreaterThan(0);
    await page.keyboard.press("ArrowRight");
    await expect(said).toHaveText(second);
    await page.keyboard.press("End");
    await expect(said).toHaveText(last);
    await page.keyboard.press("ArrowDown");
    await expect(said).toHaveText(last);
    await page.keyboard.press("Home");
    await expect(said).toHaveText(first);
    await page.keyboard.press("Tab");
    await expect(chart).not.toBeFocused();
    await expect(said).toHaveText("");
    expect(await markedShapes(chart), name).toBe(0);
  }
});

const markedShapes = (chart: Locator) => chart.locator(".chart-marked, [data-active='true']").count();

test("no tab stop is nameless, and tables have captions and row headers", { tag: "@once" }, async ({
  adminPage: page,
  site,
}) => {
  await arrange(site);
  await open(page);
  await page.getByText("Voir les chiffres jour par jour").click();
  await expect(page.getByRole("table", { name: /^Inscriptions par jour/ })).toBeVisible();
  await expect(page.getByRole("table", { name: /^Réponses à « Vos matières \? »/ })).toBeVisible();
  await expect(page.getByRole("rowheader", { name: "Lin" })).toBeVisible();
  const nameless = await page.getByRole("main").evaluate((main) =>
    [...main.querySelectorAll("*")]
      .filter((part) => "tabIndex" in part && Number(part.tabIndex) >= 0)
      .filter((part) => {
        const named = part.ariaLabel || part.textContent?.trim() || (part as HTMLInputElement).labels?.length;
        return !named || (part.matches("svg, svg *") && !part.ariaLabel);
      })
      .map((part) => part.outerHTML.slice(0, 120)),
  );
  expect(nameless).toEqual([]);
});

test("a saved picture has its title, dates, filters and patterns in it", { tag: "@once" }, async ({
  adminPage: page,
  site,
}) => {
  await page.addInitScript(() => {
    const { fillText, drawImage } = CanvasRenderingContext2D.prototype;
    const drawn: string[] = [];
    Object.assign(globalThis, { drawn });
    CanvasRenderingContext2D.prototype.fillText = function (text, ...place) {
      drawn.push(text);
      return fillText.call(this, text, ...place);
    };
    CanvasRenderingContext2D.prototype.drawImage = function (...given: unknown[]) {
      const [picture] = given;
      if (picture instanceof HTMLImageElement) drawn.push(decodeURIComponent(picture.src));
      return Reflect.apply(drawImage, this, given);
    };
  });
  await arrange(site);
  await open(page, "?audience=brand&period=7");
  const save = async (title: string) => {
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: `Enregistrer « ${title} » en PNG` }).click();
    await download;
    return page.evaluate(() => (globalThis as unknown as { drawn: string[] }).drawn.splice(0).join("\n"));
  };
  const trend = await save("Tendance des inscriptions");
  expect(trend).toMatch(
    /^Tendance des inscriptions\nDu \d+ \S+ 2\d{3} au \d+ \S+ 2\d{3}\nType d’inscription\s: Marques\n/,
  );
  expect(trend).toContain('stroke-dasharray="2px, 4px"');
  const doughnut = await save("Distribution des réponses");
  expect(doughnut).toMatch(
    /^Distribution des réponses\n«\sVos matières\s\?\s»\nType d’inscription\s: Marques\nDepuis le début, au /,
  );
  expect(doughnut).toContain("<pattern");
});

test("the period is compared with as many days before it, the whole time with nothing", async ({
  adminPage: page,
  site,
}) => {
  await arrange(site);
  await open(page);
  await expect(card(page, "Période")).toContainText("Aucune inscription les 30 jours précédents");
  await site.sql("update beta_signups set created_at = now() - interval '40 days' where name = 'Un'");
  await page.getByRole("button", { name: "Actualiser" }).click();
  await expect(card(page, "Période")).toContainText(
    /\+200\s% par rapport aux 30 jours précédents \(3 contre 1\)/,
  );
  await open(page, "?period=all");
  await expect(card(page, "Période")).toContainText("4 inscriptions");
  await expect(card(page, "Période")).not.toContainText("précédents");
});

test("in forced colours patterns and lines take the system's colours", { tag: "@once" }, async ({
  adminPage: page,
  site,
}) => {
  await arrange(site);
  await page.emulateMedia({ forcedColors: "active" });
  await open(page);
  const doughnut = card(page, "Distribution des réponses");
  await expect(doughnut.locator(".chart-surface .chart-shape")).toHaveCount(2);
  const colours = await doughnut.evaluate((panel) => {
    const colour = (selector: string, property: "fill" | "stroke") =>
      [...panel.querySelectorAll(selector)].map((part) => getComputedStyle(part)[property]);
    return { grounds: colour(".chart-ground", "fill"), hatches: colour(".chart-hatch", "stroke") };
  });
  expect(new Set(colours.grounds).size).toBe(1);
  expect(new Set(colours.hatches).size).toBe(1);
  expect(colours.grounds[0]).not.toBe(colours.hatches[0]);
});

test("on a small screen the filters unfold with the keyboard", async ({ adminPage: page, site }) => {
  await arrange(site);
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page);
  const toggle = page.getByRole("button", { name: "Filtres" });
  await expect(toggle).toHaveAttribute("aria-expanded", "false");
  const words = page.locator(".mantine-Button-label", { hasText: /^(Filtres|Actualiser)$/ });
  // While figures are on their way the word gives way to a sign that turns.
  await expect
    .poll(() =>
      words.evaluateAll(
        (all) => new Set(all.map((label) => Math.round(label.getBoundingClientRect().top))).size,
      ),
    )
    .toBe(1);
  await expect(page.getByRole("button", { name: "90 jours" })).toBeHidden();
  await toggle.press("Enter");
  await expect(toggle).toHaveAttribute("aria-expanded", "true");
  await page.getByRole("button", { name: "90 jours" }).press("Enter");
  await expect(page).toHaveURL(/period=90/);
  await expect(card(page, "Période")).toContainText("90 jours");
});
