import { beforeEach, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { quietDashboard } from "#test/support/ui/dashboard-fake.ts";
import { openAdmin } from "#test/support/ui/open-admin.tsx";

const panel = page.getByRole("region", { name: "Les quatorze derniers jours" });
const chart = panel.getByRole("application", { name: "Les quatorze derniers jours" });

beforeEach(async () => {
  await openAdmin("/admin/dashboard", quietDashboard);
  await expect.element(chart).toBeVisible();
});

test("the chart of the last days has a description, and the keys read it day by day", async () => {
  await expect.element(panel.getByRole("img", { name: /3 inscriptions, 3 au plus le / })).toBeVisible();
  const status = panel.getByRole("status");
  const marked = () => panel.element().querySelectorAll(".chart-marked").length;
  await userEvent.tab();
  chart.element().focus();
  await expect.element(status).toMatchTextContent("dimanche 8 novembre : 0 utilisateur, 0 marque");
  expect(marked()).toBe(1);
  await userEvent.keyboard("{End}");
  await expect.element(status).toMatchTextContent("samedi 21 novembre : 2 utilisateurs, 1 marque");
  expect(marked()).toBe(1);
});

test("the table of the last days has a row per day, the last one first", async () => {
  await panel.getByText("Voir les chiffres jour par jour").click();
  const table = panel.getByRole("table", { name: /^Inscriptions des quatorze derniers jours/ });
  await expect.element(table).toBeVisible();
  const cells = table
    .getByRole("row")
    .elements()
    .map(({ children }) => [...children].map(({ textContent }) => textContent));
  expect(cells).toHaveLength(15);
  expect(cells[0]).toEqual(["Jour", "Utilisateurs", "Marques"]);
  expect(cells[1]).toEqual(["samedi 21 novembre", "2", "1"]);
});

test("users and brands of a day differ by a hatch, with a gap between their bars", () => {
  const bars = [...panel.element().querySelectorAll("[data-series]")];
  expect(bars.map((bar) => bar.getAttribute("data-series"))).toEqual(["user", "brand"]);
  const hatches = bars.map((bar) => {
    const [, id = ""] = /^url\(#(.*)\)$/.exec(bar.getAttribute("fill") ?? "") ?? [];
    return document.getElementById(id)?.querySelector(".chart-hatch")?.getAttribute("d");
  });
  expect(hatches[1]).not.toBe(hatches[0]);
  const [users, brands] = bars.map((bar) => bar.getBoundingClientRect());
  expect((users?.top ?? 0) - (brands?.bottom ?? 0)).toBeGreaterThan(1);
  expect(panel.element().querySelectorAll(".chart-swatch")).toHaveLength(2);
});
