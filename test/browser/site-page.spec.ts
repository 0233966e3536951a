import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { signUpLinks } from "./site-support.ts";

test("React takes the drawn home page over without drawing it again", { tag: "@mobile" }, async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  const release = await holdReact(page);
  await page.goto("/");
  await page.evaluate(() => {
    for (const part of document.querySelectorAll("#root *")) part.setAttribute("data-drawn", "");
  });
  release();
  await expect(signUpLinks(page).first()).toHaveAttribute("aria-haspopup", "dialog");
  await expect(page.getByRole("button", { name: "Lire le film" })).toBeVisible();
  const lost = await page.evaluate(() =>
    ["h1", "h2", "footer a", "video", "picture img", 'a[href="#beta-section"]'].filter((selector) =>
      [...document.querySelectorAll(selector)].some((part) => !part.hasAttribute("data-drawn")),
    ),
  );
  expect(lost).toEqual([]);
  for (const name of ["TikTok", "Instagram"]) await expect(page.getByRole("link", { name })).toBeVisible();
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

test("intercepts nothing before React is loaded: the links lead to separate pages", async ({ page }) => {
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

test("the links lead to separate pages when React fails to load", async ({ page, allowConsole }) => {
  allowConsole(/Failed to load|ERR_FAILED/);
  await page.route("**/assets/home.entry*.js", (route) => route.abort());
  const asked = page.waitForEvent("requestfailed");
  await page.goto("/");
  await asked;
  await page.getByRole("contentinfo").getByRole("link", { name: "Contact" }).click();
  await expect(page).toHaveURL("/contact");
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

  test("everything is readable and the sign-up link leads to the form's own page", {
    tag: "@mobile",
  }, async ({ page }) => {
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
