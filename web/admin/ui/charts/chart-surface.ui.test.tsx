import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { ChartSurface } from "./chart-surface.tsx";

/** Renders a drawing with one point per 100 pixels, except in the first 100. */
async function renderDrawing(): Promise<SVGSVGElement> {
  const { container } = await render(
    <div style={{ width: 600 }}>
      <ChartSurface height={100}>
        {() => ({
          draw: (hovered) => <text>{hovered === null ? "" : `marked ${hovered}`}</text>,
          pointAt: ({ x }) => (x < 100 ? null : Math.floor(x / 100)),
          areaOf: (point) => ({ left: point * 100, right: point * 100 + 100, top: 0, bottom: 100 }),
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

/** Dispatches the events of a finger, because Chromium under test has no touch screen. */
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
  // React derives pointerleave from pointerout.
  touch(drawing, "pointerout", 250);
  await expect.element(page.getByText("point 2", { exact: true })).toBeVisible();
  touch(page.getByRole("heading").element(), "pointerdown");
  await expect.element(page.getByText("point 2", { exact: true })).not.toBeInTheDocument();
});

const box = () => page.getByText(/^point \d$/);

test("Escape closes the tooltip of a chart, and its point shows no tooltip until the pointer has left it", async () => {
  const drawing = page.elementLocator(await renderDrawing());
  await userEvent.hover(drawing, { position: { x: 250, y: 50 } });
  await expect.element(box()).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await expect.element(box()).not.toBeInTheDocument();
  await userEvent.hover(drawing, { position: { x: 270, y: 50 } });
  await expect.element(page.getByText("marked")).not.toBeInTheDocument();
  await userEvent.hover(drawing, { position: { x: 350, y: 50 } });
  await expect.element(box()).toMatchTextContent("point 3");
  await userEvent.hover(drawing, { position: { x: 250, y: 50 } });
  await expect.element(box()).toMatchTextContent("point 2");
});

test.each([150, 250, 350, 450, 550])(
  "the tooltip of the point at %i px lies beside it and stays while the pointer is on it",
  async (x) => {
    const drawing = await renderDrawing();
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    await userEvent.hover(page.elementLocator(drawing), { position: { x, y: 50 } });
    await expect.element(box()).toBeVisible();
    const { left } = drawing.getBoundingClientRect();
    const shown = box().element().getBoundingClientRect();
    const [from, to] = [left + x - 50, left + x + 50];
    expect(shown.right <= from || shown.left >= to).toBe(true);
    expect([left, left + 600]).toEqual([Math.min(left, shown.left), Math.max(left + 600, shown.right)]);
    await userEvent.hover(box());
    await vi.advanceTimersByTimeAsync(400);
    await expect.element(box()).toMatchTextContent(`point ${Math.floor(x / 100)}`);
    await userEvent.hover(page.getByRole("heading"));
    await expect.element(box()).not.toBeInTheDocument();
  },
);

test("a point that was tapped before shows its tooltip again", async () => {
  const drawing = await renderDrawing();
  for (const _ of [1, 2]) {
    touch(drawing, "pointerdown", 250);
    await expect.element(box()).toBeVisible();
    touch(page.getByRole("heading").element(), "pointerdown");
    await expect.element(box()).not.toBeInTheDocument();
  }
});
