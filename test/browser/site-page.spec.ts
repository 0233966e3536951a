import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";

test("the home page shows everything that it promises", async ({ page, expectAccessible }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto("/");
  await expect(page.getByText("THE #1 FRENCH APP FOR CLOTHES INSPIRATION").first()).toBeAttached();
  for (const heading of ["Trouvez vos références.", "Partagez vos looks.", "Montrez votre travail."]) {
    await expect(page.getByRole("heading", { name: heading })).toBeVisible();
  }
  for (const name of ["TikTok", "Instagram"]) await expect(page.getByRole("link", { name })).toBeVisible();
  for (const name of ["Bientôt sur l’App Store", "Bientôt sur Google Play"]) {
    await expect(page.getByRole("img", { name })).toBeVisible();
  }
  await expect(page.getByRole("heading", { name: "Projet suivi par" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Projet accompagné par" })).toBeVisible();
  const beta = page.locator("#beta-section");
  await expect(beta.getByRole("link", { name: "I want to sign up" })).toBeVisible();
  await expect(beta.getByRole("link", { name: "Inscrivez-la aussi" })).toBeVisible();
  await expect(page.getByRole("contentinfo")).toContainText("© 2025 Tenue");
  await expectAccessible(page);
});

/** React's file does not come before it is let go. */
async function holdReact(page: Page): Promise<() => void> {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/assets/home.entry*.js", async (route) => {
    await held;
    await route.continue();
  });
  return () => release();
}

test("before React is there nothing is intercepted: the links lead to pages of their own", async ({
  page,
}) => {
  await page.route("**/inscription*", (route) =>
    route.fulfill({ contentType: "text/html", body: "<h1>Le formulaire</h1>" }),
  );
  const release = await holdReact(page);
  for (const [path, link] of [
    ["/inscription", page.getByRole("main").getByRole("link", { name: "I want to sign up" }).first()],
    ["/inscription?type=marque", page.getByRole("link", { name: "Inscrivez-la aussi" })],
    ["/contact", page.getByRole("contentinfo").getByRole("link", { name: "Contact" })],
  ] as const) {
    await page.goto("/");
    await expect(link).not.toHaveAttribute("aria-haspopup");
    await page.evaluate(() => {
      addEventListener("click", (event) => {
        sessionStorage.setItem("prevented", String(event.defaultPrevented));
      });
    });
    await link.click();
    await expect(page).toHaveURL(path);
    expect(await page.evaluate(() => sessionStorage.getItem("prevented"))).toBe("false");
  }
  release();
});

test("a link that leads away says at once that it was clicked, until one comes back", async ({ page }) => {
  const release = await holdReact(page);
  await page.goto("/");
  const link = page.getByRole("contentinfo").getByRole("link", { name: "Contact" });
  const look = () => page.evaluate(() => JSON.parse(sessionStorage.getItem("look") ?? "[]"));
  await page.evaluate(() => {
    addEventListener("click", ({ target }) => {
      const { opacity } = getComputedStyle(target as Element);
      sessionStorage.setItem("look", JSON.stringify([(target as HTMLElement).dataset["going"], opacity]));
    });
  });
  await link.click();
  await expect(page).toHaveURL("/contact");
  expect(await look()).toEqual(["", "0.65"]);
  await page.goBack();
  await expect(link).not.toHaveAttribute("data-going");
  release();
});

test("when React cannot be had, the links lead to pages of their own", async ({ page, allowConsole }) => {
  allowConsole(/Failed to load|ERR_FAILED/);
  await page.route("**/assets/home.entry*.js", (route) => route.abort());
  const asked = page.waitForEvent("requestfailed");
  await page.goto("/");
  await asked;
  await page.getByRole("contentinfo").getByRole("link", { name: "Contact" }).click();
  await expect(page).toHaveURL("/contact");
});

test("the floating button leads to the beta section, down from above and up from below", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto("/");
  const button = page.getByRole("link", { name: "Join the beta" });
  const arrow = button.locator("path");
  await expect(button).toBeVisible();
  const down = (await arrow.getAttribute("d")) ?? "";
  await button.click();
  await expect(page.locator("#beta-section")).toBeInViewport();
  await expect(arrow).not.toHaveAttribute("d", down);
  await page.evaluate(() => scrollTo(0, 0));
  await expect(arrow).toHaveAttribute("d", down);
});

test("the floating button leaves when the section is near and the page is not scrolled", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto("/");
  const button = page.getByRole("link", { name: "Join the beta" });
  await expect(button).toBeVisible();
  await page.evaluate(() => {
    for (const part of document.querySelectorAll<HTMLElement>("section:not(#beta-section), figure")) {
      part.style.display = "none";
    }
    dispatchEvent(new Event("resize"));
  });
  await expect(button).toBeHidden();
});

test("parts appear when 15 % of them are in view", async ({ page }) => {
  await page.goto("/");
  const part = page.locator("#beta-section [data-reveal]");
  await page.mouse.move(5, 5);
  await page.mouse.move(9, 9);
  await expect(part).toHaveAttribute("data-reveal", "waiting");
  await page.locator("#beta-section").scrollIntoViewIfNeeded();
  await expect(part).toHaveAttribute("data-reveal", "shown");
});

test("with reduced motion nothing waits and nothing moves", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto("/");
  await page.mouse.move(5, 5);
  await page.mouse.move(9, 9);
  await expect.poll(() => page.evaluate(() => document.querySelector("video")?.controls)).toBe(false);
  await expect(page.locator('[data-reveal="waiting"]')).toHaveCount(0);
  expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).scrollBehavior)).toBe("auto");
});

test("on screens under 768 px the hero picture is as wide as the screen", async ({ page }) => {
  await page.setViewportSize({ width: 767, height: 900 });
  await page.goto("/");
  const box = await page.getByRole("img", { name: /Collage de papiers/ }).boundingBox();
  expect(box?.x).toBe(0);
  expect(box?.width).toBe(767);
});

test("at 200 % text size nothing is cut off and nothing scrolls sideways", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  for (const path of ["/", "/privacy", "/mentions-legales", "/accessibilite"]) {
    await page.goto(path);
    await page.evaluate(() => document.documentElement.style.setProperty("font-size", "200%"));
    const overflow = () =>
      page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    await expect.poll(overflow, path).toBeLessThanOrEqual(0);
  }
});

test("visitors get no cookie, and nothing is asked of another origin", async ({ page, context, site }) => {
  const origins = new Set<string>();
  page.on("request", (request) => origins.add(new URL(request.url()).origin));
  for (const path of ["/", "/privacy", "/mentions-legales", "/contact"]) await page.goto(path);
  expect([...origins]).toEqual([new URL(site.url).origin]);
  expect(await context.cookies()).toEqual([]);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("everything is readable and the sign-up link leads to the form's own page", async ({ page }) => {
    await page.goto("/");
    await expect(
      page.getByRole("heading", { level: 1, name: "S’habiller commence par un regard." }),
    ).toBeVisible();
    await expect(page.getByRole("heading", { name: "Entrez avant l’ouverture." })).toBeVisible();
    for (const link of await page.getByRole("link", { name: "I want to sign up" }).all()) {
      await expect(link).toBeVisible();
      await expect(link).toHaveAttribute("href", "/inscription");
    }
    await expect(page.locator("video")).toHaveAttribute("controls");
    await page.getByRole("contentinfo").getByRole("link", { name: "Conditions d’utilisation" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Conditions d’utilisation" })).toBeVisible();
  });
});
