import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { ChartExplorer } from "./chart-explorer.tsx";

const points = Array.from({ length: 10 }, (_, index) => `Jour ${index} : ${index}`);

async function renderChart() {
  await render(
    <>
      <ChartExplorer name="Jours" description="Dix jours" points={points}>
        {(active) => <p data-testid="drawing">marked: {active}</p>}
      </ChartExplorer>
      <button type="button">Après</button>
    </>,
  );
}

const status = page.getByRole("status");

test("a chart is a single tab stop that describes its first point and clears the description on blur", async () => {
  await renderChart();
  await expect.element(page.getByRole("img", { name: "Dix jours" })).toBeVisible();
  await expect.element(status).toBeEmptyDOMElement();
  await userEvent.tab();
  await expect.element(page.getByRole("application", { name: "Jours" })).toHaveFocus();
  await expect.element(status).toMatchTextContent("Jour 0 : 0");
  await expect.element(page.getByTestId("drawing")).toMatchTextContent(/^marked: 0$/);
  await userEvent.tab();
  await expect.element(page.getByRole("button", { name: "Après" })).toHaveFocus();
  await expect.element(status).toBeEmptyDOMElement();
  await expect.element(page.getByTestId("drawing")).toMatchTextContent(/^marked:$/);
});

test("arrow keys, page keys, Home and End move through the points of a chart and stop at its ends", async () => {
  await renderChart();
  await userEvent.tab();
  for (const [key, point] of [
    ["ArrowLeft", 0],
    ["ArrowRight", 1],
    ["ArrowDown", 2],
    ["ArrowUp", 1],
    ["PageDown", 8],
    ["PageDown", 9],
    ["PageUp", 2],
    ["End", 9],
    ["ArrowRight", 9],
    ["Home", 0],
  ] as const) {
    await userEvent.keyboard(`{${key}}`);
    await expect.element(status).toMatchTextContent(`Jour ${point} : ${point}`);
  }
});

test("a chart leaves key combinations to the browser", async () => {
  await renderChart();
  await userEvent.tab();
  await userEvent.keyboard("{Control>}{End}{/Control}");
  await expect.element(status).toMatchTextContent("Jour 0 : 0");
});

test("a clicked chart describes no point until a key is pressed", async () => {
  await renderChart();
  await page.getByRole("application", { name: "Jours" }).click();
  await expect.element(status).toBeEmptyDOMElement();
  await userEvent.keyboard("{ArrowRight}");
  await expect.element(status).toMatchTextContent("Jour 1 : 1");
});
