import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { signUpDialog, signUpLinks, useTestQuestionnaire } from "./site-support.ts";

test("the site's scripts keep every element that the server drew", { tag: "@mobile" }, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  const release = await holdReact(page);
  await page.goto("/");
  const drawn = await page.evaluate(() => {
    const parts = document.querySelectorAll("body *");
    for (const part of parts) part.setAttribute("data-drawn", "");
    return parts.length;
  });
  release();
  await expectStarted(page);
  await expect(page.locator("[data-drawn]")).toHaveCount(drawn);
  for (const name of ["TikTok", "Instagram"]) await expect(page.getByRole("link", { name })).toBeVisible();
});

/** Changes that translators and browser extensions make to a page. Each returns at once and may run again. */
const disturbances: Record<string, () => void> = {
  "wraps its texts": () => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found: Text[] = [];
    while (texts.nextNode()) found.push(texts.currentNode as Text);
    for (const text of found) {
      if (!text.data.trim() || text.parentElement?.closest("script, style, font")) continue;
      const font = document.createElement("font");
      text.replaceWith(font);
      font.append(text);
    }
  },
  "inserts nodes at the start, in the middle and at the end of every part": () => {
    for (const part of document.querySelectorAll(
      "body, header, main, main div, section, figure, footer, form",
    )) {
      if (part.querySelector(":scope > extension-note")) continue;
      for (const place of [0, Math.floor(part.childNodes.length / 2), part.childNodes.length])
        part.insertBefore(document.createElement("extension-note"), part.childNodes[place] ?? null);
    }
  },
  "removes nodes at the start, in the middle and at the end of every section": () => {
    for (const part of document.querySelectorAll("section:not([data-cut])")) {
      part.setAttribute("data-cut", "");
      const own = [...part.querySelectorAll("p, li, picture")];
      for (const place of [0, Math.floor(own.length / 2), own.length - 1]) own[place]?.remove();
    }
  },
};

for (const [what, disturb] of Object.entries(disturbances)) {
  for (const when of ["before", "while"]) {
    test(`a page keeps its content and its dialog works when an extension ${what} ${when} the scripts start`, async ({
      page,
      site,
    }) => {
      await useTestQuestionnaire(site);
      await page.emulateMedia({ reducedMotion: "reduce" });
      const release = await holdReact(page);
      await page.goto("/");
      await page.evaluate(disturb);
      const lengthOf = () => page.getByRole("main").evaluate((main: HTMLElement) => main.innerText.length);
      const length = await lengthOf();
      expect(length).toBeGreaterThan(800);
      if (when === "while") await page.evaluate(`setInterval(${disturb}, 1)`);
      release();
      await expectStarted(page);
      expect(await lengthOf()).toBeGreaterThanOrEqual(length);
      await signUpLinks(page).last().click();
      const dialog = signUpDialog(page);
      await expect(dialog.getByLabel("Votre ville")).toBeVisible();
      await page.evaluate(disturb);
      await dialog.getByRole("radio", { name: "Pour ma marque" }).check();
      await page.evaluate(disturb);
      await dialog.getByLabel("Site web").fill("tenue");
      await dialog.getByRole("radio", { name: "Pour moi" }).check();
      await dialog.getByRole("button", { name: "Envoyer ma demande" }).click();
      await expect(dialog.getByText("Le prénom est requis")).toBeVisible();
      await page.evaluate(disturb);
      await dialog.getByLabel("Prénom").fill("Zoé");
      await expect(dialog.getByText("Le prénom est requis")).toBeHidden();
      expect(await lengthOf()).toBeGreaterThanOrEqual(length);
    });
  }
}

async function expectStarted(page: Page): Promise<void> {
  await expect(signUpLinks(page).first()).toHaveAttribute("aria-haspopup", "dialog");
  await expect(page.getByRole("button", { name: "Lire le film" })).toBeVisible();
}

/** Delays React's file. @returns a function that releases it */
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

test("before React is loaded the links lead to separate pages", async ({ page }) => {
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

test("a clicked link to another page reacts at once, until the visitor returns", async ({ page }) => {
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

test("the placeholder link of a store's badge does not move the page", async ({ page }) => {
  const release = await holdReact(page);
  await page.goto("/");
  await page.mouse.wheel(0, 60);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0);
  await page.getByRole("link", { name: "Bientôt sur l’App Store (le lien viendra" }).click();
  expect(await page.evaluate(() => scrollY)).toBeGreaterThan(0);
  await expect(page).toHaveURL("/");
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

test("visitors get no cookie, and pages send no request to another origin", async ({
  page,
  context,
  site,
}) => {
  const origins = new Set<string>();
  page.on("request", (request) => origins.add(new URL(request.url()).origin));
  for (const path of ["/", "/privacy", "/mentions-legales", "/contact"]) await page.goto(path);
  expect([...origins]).toEqual([new URL(site.url).origin]);
  expect(await context.cookies()).toEqual([]);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("without JavaScript the home page is readable, and the sign-up link leads to the form's own page", {
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
