import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { ChartSurface } from "./chart-surface.tsx";

/** A drawing in which each 100 pixels are a point, the first 100 excepted. */
async function renderDrawing(): Promise<SVGSVGElement> {
  const { container } = await render(
    <div style={{ width: 600 }}>
      <ChartSurface height={100}>
        {() => ({
          draw: (hovered) => <text>{hovered === null ? "" : `marked ${hovered}`}</text>,
          pointAt: ({ x }) => (x < 100 ? null : Math.floor(x / 100)),
          tooltip: (point) => <p>point {point}</p>,
        })}
      </ChartSurface>
      <h2>Beside the chart</h2>
    </div>,
  );
  const drawing = container.querySelector("svg");
  if (!drawing) throw new Error("no drawing");
  return drawing;
}

/** Chromium under test has no touch screen: the events are those that a finger sends. */
function touch(target: Element, type: string, x = 0): void {
  const { left, top } = target.getBoundingClientRect();
  const place = { clientX: left + x, clientY: top + 50 };
  target.dispatchEvent(new PointerEvent(type, { ...place, pointerType: "touch", bubbles: true }));
}

test("a chart describes the point under the pointer, if there is one", async () => {
  const drawing = page.elementLocator(await renderDrawing());
  await userEvent.hover(drawing, { position: { x: 250, y: 50 } });
  await expect.element(page.getByText("point 2", { exact: true })).toBeVisible();
  await expect.element(page.getByText("marked 2")).toBeInTheDocument();
  await userEvent.hover(drawing, { position: { x: 50, y: 50 } });
  await expect.element(page.getByText("point 2", { exact: true })).not.toBeInTheDocument();
  await userEvent.hover(drawing, { position: { x: 350, y: 50 } });
  await expect.element(page.getByText("point 3", { exact: true })).toBeVisible();
  await userEvent.hover(page.getByRole("heading"));
  await expect.element(page.getByText("point 3", { exact: true })).not.toBeInTheDocument();
});

test("a tap shows a point until the next tap beside the chart", async () => {
  const drawing = await renderDrawing();
  touch(drawing, "pointerdown", 250);
  touch(drawing, "pointerup", 250);
  // React makes pointerleave of pointerout.
  touch(drawing, "pointerout", 250);
  await expect.element(page.getByText("point 2", { exact: true })).toBeVisible();
  touch(page.getByRole("heading").element(), "pointerdown");
  await expect.element(page.getByText("point 2", { exact: true })).not.toBeInTheDocument();
});
