import type { Page } from "@playwright/test";
import { type Color, contrast } from "./pixels.ts";

/** What a value is filled with: its colour, and the lines drawn on it. */
type Paint = { color: string; hatch: string; hatchColor: string };
type Values = { where: string; paper: string; paints: Paint[] };

/** The values of charts and legends that do not stand out from the page, or are told apart by colours less than 3:1. */
export async function chartFaults(page: Page): Promise<string[]> {
  const drawn = await page.evaluate(drawnValues);
  return drawn.flatMap(({ where, paper, paints }) => {
    const faint = paints.flatMap(({ color, hatch, hatchColor }) => [
      ...below3(color, paper, "on the page"),
      ...(hatch ? below3(hatchColor, color, "of its hatch") : []),
    ]);
    const alike = paints.flatMap((one, index) =>
      paints
        .slice(index + 1)
        .filter((other) => other.hatch === one.hatch)
        .flatMap((other) => below3(one.color, other.color, "between two values")),
    );
    return [...faint, ...alike].map((fault) => `${where}: ${fault}`);
  });
}

function below3(one: string, other: string, what: string): string[] {
  const found = contrast(channels(one), channels(other));
  return found < 3 ? [`${found.toFixed(2)}:1 ${what} (${one}, ${other})`] : [];
}

function channels(color: string): Color {
  const [red = 0, green = 0, blue = 0] = (color.match(/[\d.]+/g) ?? []).map(Number);
  return [red, green, blue];
}

/** Runs in the page, by itself. Each paint of a drawing once; of a legend as often as it stands there. */
function drawnValues(): Values[] {
  const paperOf = (element: Element): string => {
    for (let part: Element | null = element; part; part = part.parentElement) {
      const color = getComputedStyle(part).backgroundColor;
      if (!/^rgba\(.*, 0(\.\d+)?\)$/.test(color)) return color;
    }
    return getComputedStyle(document.body).backgroundColor;
  };
  const paintOf = (shape: Element): Paint[] => {
    const { fill, stroke } = getComputedStyle(shape);
    const pattern = document.getElementById(/^url\("#(.*)"\)/.exec(fill)?.[1] ?? "");
    if (pattern) {
      const [ground, lines] = [pattern.querySelector("rect"), pattern.querySelector("path")];
      if (!ground || !lines) return [];
      const hatch = lines.getAttribute("d") ?? "";
      return [{ color: getComputedStyle(ground).fill, hatch, hatchColor: getComputedStyle(lines).stroke }];
    }
    // A marker is its edge; what lets the page through is a rule.
    return fill.startsWith("rgb(") && stroke === "none" ? [{ color: fill, hatch: "", hatchColor: "" }] : [];
  };
  const shapesOf = (drawing: Element) =>
    [...drawing.querySelectorAll("rect, path, circle")]
      .filter((shape) => !shape.closest("defs") && shape.getClientRects().length > 0)
      .flatMap(paintOf);
  const once = (paints: Paint[]) => [
    ...new Map(paints.map((paint) => [paint.color + paint.hatch, paint])).values(),
  ];
  const squareOf = (item: Element): Paint[] => {
    const { content, width, height, backgroundColor } = getComputedStyle(item, "::before");
    const isDrawn = content === '""' && parseFloat(width) > 1 && parseFloat(height) > 1;
    return isDrawn ? [{ color: backgroundColor, hatch: "", hatchColor: "" }] : [];
  };
  const drawings = [...document.querySelectorAll("main svg:not(.tabler-icon, .chart-swatch, button svg)")]
    .filter((drawing) => drawing.checkVisibility())
    .map((drawing) => ({ where: "chart", paper: paperOf(drawing), paints: once(shapesOf(drawing)) }))
    .filter(({ paints }) => paints.length > 1);
  const legends = [...document.querySelectorAll("main ul")].flatMap((list) => {
    const items = [...list.children];
    const swatches = items.flatMap((item) => [...item.querySelectorAll(":scope > .chart-swatch")]);
    const paints = [...swatches.flatMap(shapesOf), ...once(items.flatMap(squareOf))];
    return paints.length > 0 ? [{ where: `legend ${list.textContent}`, paper: paperOf(list), paints }] : [];
  });
  return [...drawings, ...legends];
}
