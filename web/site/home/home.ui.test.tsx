import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { brand } from "#contract/brand.ts";
import { openSite } from "#test/support/ui/open-site.tsx";

const floating = page.getByRole("link", { name: "Join the beta" });
const betaSection = () => document.getElementById("beta-section") as HTMLElement;

test("the floating button points down above the beta section and up below it", async () => {
  await openSite();
  await expect.element(floating).toHaveAttribute("href", "#beta-section");
  const arrow = () => getComputedStyle(floating.element().querySelector("svg") as Element).rotate;
  expect(arrow()).toBe("none");
  betaSection().scrollIntoView();
  await expect.poll(arrow).toBe("180deg");
  await expect.element(floating).toBeVisible();
  scrollTo(0, 0);
  await expect.poll(arrow).toBe("none");
});

test("the floating button disappears when the section is near and the page is not scrolled", async () => {
  await openSite();
  await expect.element(floating).toBeVisible();
  for (const part of document.querySelectorAll<HTMLElement>("section:not(#beta-section), figure"))
    part.style.display = "none";
  dispatchEvent(new Event("resize"));
  await expect.element(floating).not.toBeInTheDocument();
});

function allowMotion(): void {
  const real = window.matchMedia.bind(window);
  vi.spyOn(window, "matchMedia").mockImplementation((query) =>
    real(query.includes("reduced-motion") ? "not all" : query),
  );
}

const waiting = () => document.querySelectorAll('[data-reveal="waiting"]');

test("parts below the fold are hidden at the first scroll and appear when 15 % of them are in view", async () => {
  allowMotion();
  await openSite();
  scrollBy(0, 1);
  await expect.poll(() => waiting().length).toBeGreaterThan(3);
  for (const part of waiting()) expect(part.getBoundingClientRect().top).toBeGreaterThan(innerHeight);
  const part = betaSection().querySelector<HTMLElement>("[data-reveal]");
  expect(part?.dataset["reveal"]).toBe("waiting");
  betaSection().scrollIntoView();
  await expect.poll(() => part?.dataset["reveal"]).toBe("shown");
});

test("a screenshot of the whole page shows every part, because no part is hidden before the first scroll", async () => {
  allowMotion();
  await openSite();
  await new Promise(requestAnimationFrame);
  expect(waiting()).toHaveLength(0);
});

test("with reduced motion no part of the page is hidden", async () => {
  await openSite();
  scrollBy(0, 1);
  await new Promise(requestAnimationFrame);
  expect(waiting()).toHaveLength(0);
});

test("screen readers announce the tagline as one text, and CSS types its letters in order", async () => {
  const { container } = await openSite();
  expect(container.querySelector('p [lang="en"] .unseen')?.textContent).toBe(brand.tagline);
  const letters = [...container.querySelectorAll<HTMLElement>('p [aria-hidden="true"] i')];
  expect(letters.map(({ textContent }) => textContent).join("")).toBe(brand.tagline.replaceAll(" ", ""));
  const moments = letters.map((letter) => {
    const style = getComputedStyle(letter);
    return Number(style.getPropertyValue("--tens")) + Number(style.getPropertyValue("--ones"));
  });
  expect(moments).toEqual(moments.toSorted((a, b) => a - b));
  expect(new Set(moments).size).toBe(letters.length);
});

test("the display font takes its optical size from the size of the text", async () => {
  const { container } = await openSite();
  await document.fonts.load('24px "Fraunces"');
  const widthOf = (sizing: "auto" | "none") => {
    const probe = document.createElement("span");
    probe.textContent = "S’habiller commence";
    probe.style.cssText = `position:absolute;white-space:nowrap;font:400 24px var(--display);font-optical-sizing:${sizing}`;
    container.append(probe);
    const { width } = probe.getBoundingClientRect();
    probe.remove();
    return width;
  };
  await expect.poll(() => widthOf("auto") / widthOf("none")).toBeGreaterThan(1.1);
});
