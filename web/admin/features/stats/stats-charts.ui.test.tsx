import { expect, test, vi } from "vitest";
import { type Locator, page, userEvent } from "vitest/browser";
import { openAdmin } from "#test/support/ui/open-admin.tsx";
import { fakeStats, longOption } from "#test/support/ui/stats-fake.ts";

const card = (name: string) => page.getByRole("region", { name, exact: true });
const trend = card("Tendance des inscriptions");
const doughnut = card("Distribution des réponses");
const bars = card("Fréquence des réponses");

async function openCharts(query = "?period=7") {
  await openAdmin(`/admin/dashboard/stats${query}`, fakeStats());
  await expect.element(trend).toBeVisible();
}

const shapes = (chart: Locator, selector: string) => [
  ...chart.element().querySelectorAll(`.chart-surface ${selector}`),
];

test("bars, doughnut and trend show counts and shares beside the pointer", async () => {
  await openCharts();
  await userEvent.hover(page.elementLocator(shapes(bars, ".chart-shape")[0] as Element));
  await expect.element(bars.getByText("Réponses: 3 (75%)")).toBeVisible();
  await userEvent.hover(page.elementLocator(shapes(trend, ".chart-marker").at(-1) as Element));
  await expect.element(trend.getByText("Total: 4 inscriptions")).toBeVisible();
  await expect.element(trend.getByText("Utilisateurs: 2 inscriptions")).toBeVisible();
  await expect.element(trend.getByText("Marques: 2 inscriptions")).toBeVisible();
  // The sector of the long option is the last quarter of the ring, at the upper left.
  const ring = page.elementLocator(doughnut.element().querySelector(".chart-surface") as Element);
  const { width, height } = ring.element().getBoundingClientRect();
  await userEvent.hover(ring, { position: { x: width / 2 - height * 0.26, y: height * 0.24 } });
  await expect.element(doughnut.getByText(`${longOption}: 1 (25%)`)).toBeVisible();
});

test("the trend connects the daily counts by straight lines, with one corner per day", async () => {
  await openCharts();
  const lines = shapes(trend, ".chart-line");
  const cornersOf = (line: Element) => line.getAttribute("points")?.split(" ").length;
  expect(lines.map((line) => [line.localName, cornersOf(line)])).toEqual(Array(3).fill(["polyline", 7]));
});

test("a long answer is shortened on the bars and in the legend, but not in the table", async () => {
  await openCharts();
  const words = bars.element().querySelector(".chart-surface")?.textContent;
  expect(words).toMatch(/Des matières\s?naturelles, …/);
  await expect
    .element(doughnut.getByRole("listitem").nth(1))
    .toMatchTextContent("Des matières naturelles, …25");
  await expect.element(page.getByRole("rowheader", { name: longOption })).toBeVisible();
});

test.each([
  ["Tendance des inscriptions", /Total 0, Utilisateurs 0, Marques 0$/, /Total 4, Utilisateurs 2, Marques 2$/],
  ["Distribution des réponses", /^Lin\s: 3/, /^Des mat.*: 1/],
  ["Fréquence des réponses", /^Lin\s: 3/, /^Des mat.*: 1/],
])("the chart '%s' marks and announces its first and last point by keys", async (name, first, last) => {
  await openCharts();
  const chart = card(name).getByRole("application", { name });
  const status = card(name).getByRole("status");
  const marked = () => shapes(card(name), ":is(.chart-marked, [data-active='true'])").length;
  expect(marked()).toBe(0);
  card(name).getByRole("button", { name: /PNG/ }).element().focus();
  await userEvent.tab();
  await expect.element(chart).toHaveFocus();
  await expect.element(status).toMatchTextContent(first);
  expect(marked()).toBe(1);
  await userEvent.keyboard("{End}");
  await expect.element(status).toMatchTextContent(last);
  expect(marked()).toBe(1);
});

test("a saved picture has the chart's title, dates, filters and patterns in it", async () => {
  const drawn: string[] = [];
  const { drawImage } = CanvasRenderingContext2D.prototype;
  vi.spyOn(CanvasRenderingContext2D.prototype, "drawImage").mockImplementation(function (
    this: CanvasRenderingContext2D,
    ...given: unknown[]
  ) {
    const [picture] = given;
    if (picture instanceof HTMLImageElement) drawn.push(decodeURIComponent(picture.src));
    Reflect.apply(drawImage, this, given);
  });
  const saved: string[] = [];
  // A click on the link would make the browser under test download.
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  const save = async (title: string) => {
    drawn.length = 0;
    saved.length = 0;
    await page.getByRole("button", { name: `Enregistrer « ${title} » en PNG` }).click();
    await expect.poll(() => saved).toHaveLength(1);
    const svg = drawn.join("").replace(/^.*?(?=<svg)/, "");
    const texts = new DOMParser().parseFromString(svg, "image/svg+xml").querySelectorAll(":root > text");
    return { svg, words: [...texts].map(({ textContent }) => textContent).join("\n") };
  };

  await openCharts("?audience=brand&period=7");
  const line = await save("Tendance des inscriptions");
  expect(saved).toEqual(["tendance-des-inscriptions.png"]);
  expect(line.words).toMatch(
    /^Tendance des inscriptions\nDu 15 novembre 2026 au 21 novembre 2026\nType d’inscription\s: Marques\n/,
  );
  expect(line.svg).toContain('stroke-dasharray="2px, 4px"');
  const ring = await save("Distribution des réponses");
  expect(ring.words).toMatch(
    /^Distribution des réponses\n«\sVos matières\s\?\s»\nType d’inscription\s: Marques\nDepuis le début, au 21 novembre 2026\n/,
  );
  expect(ring.svg).toContain("<pattern");
});

test("a picture that cannot be drawn is reported", async () => {
  vi.spyOn(HTMLImageElement.prototype, "decode").mockRejectedValue(new Error("no picture"));
  await openCharts();
  await page.getByRole("button", { name: "Enregistrer « Fréquence des réponses » en PNG" }).click();
  await expect.element(page.getByText("L’image n’a pas pu être enregistrée.")).toBeVisible();
});
