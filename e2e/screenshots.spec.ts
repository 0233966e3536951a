import { writeFile } from "node:fs/promises";
import type { Locator, Page } from "@playwright/test";
import { calm } from "./admin-support.ts";
import { expect, test } from "./fixtures.ts";

test.use(calm);

/** What README and 'docs' show, made by `npm run screenshots` of samples alone, so that they stay true. */
const screens = [
  { path: "", name: "dashboard", heading: "Dashboard" },
  { path: "/signups", name: "signups", heading: "Inscriptions à la bêta" },
  { path: "/stats", name: "statistics", heading: /Statistiques/ },
  { path: "/help", name: "help", heading: "Aide" },
];

test.beforeEach(async ({ adminPage: page, site }) => {
  const headers = { origin: site.url, "content-type": "application/json" };
  for (const path of ["questions/sample", "samples"]) {
    const answer = await page.request.post(`/api/admin/${path}`, { headers, data: {} });
    expect([201, 409], path).toContain(answer.status()); // 409: there since the test before
  }
});

test("the picture of the site", async ({ adminPage: page }) => {
  await page.goto("/");
  await page.waitForLoadState("networkidle");
  await page.screenshot({ path: "docs/pictures/home.png", animations: "disabled" });
});

test("the pictures of the back office", async ({ adminPage: page }) => {
  for (const { path, name, heading } of screens) {
    await open(page, path);
    await expect(page.getByRole("heading", { level: 1, name: heading })).toBeVisible();
    await page.screenshot({ path: `docs/pictures/${name}.png`, animations: "disabled" });
  }
});

const folder = "web/admin/screens/help/pictures";
/** As narrow as dialogs leave the page beside them: the help shows every part in its own size, and phones half as large. */
const narrow = { width: 641, height: 1400 };

/** What lies around these elements, with so much beside them; less than 0: without their own border. */
type Part = { around: Locator[]; margin: number };

/** What the page 'Aide' shows: brings a part of a screen into view and says where it lies. */
const parts: Record<string, (page: Page) => Promise<Part>> = {
  async "first-steps"(page) {
    await open(page, "");
    return { around: [page.getByRole("region", { name: "Premiers pas" })], margin: -1 };
  },

  async palette(page) {
    await open(page, "");
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox").fill("modèle");
    await expect(page.getByRole("option", { name: /Atelier Modèle/ })).toBeVisible();
    return { around: [page.getByRole("dialog")], margin: 0 };
  },

  async questionnaire(page) {
    await page.setViewportSize({ ...narrow, width: 610 });
    await open(page, "/questionnaire");
    const questions = page.getByRole("list", { name: "Questions" }).getByRole("listitem");
    return {
      around: [page.getByRole("button", { name: "Aperçu" }), questions.nth(0), questions.nth(1)],
      margin: 12,
    };
  },

  async review(page) {
    await open(page, "/signups");
    await page.getByRole("button", { name: "Détails de Camille Exemple" }).click();
    await expect(page.getByRole("dialog").getByRole("button", { name: "Approuver" })).toBeEnabled();
    await page.keyboard.press("a");
    const next = page.getByRole("dialog", { name: "Élodie Modèle" });
    await expect(next).toContainText("Inscription approuvée");
    await expect(next.getByRole("button", { name: "Approuver" })).toBeEnabled();
    return { around: [next], margin: 0 };
  },

  async statistics(page) {
    await open(page, "/stats?period=7");
    const panel = page.getByRole("region", { name: "Tendance des inscriptions" });
    await panel.getByRole("application").focus();
    for (const key of ["End", "ArrowLeft"]) await page.keyboard.press(key);
    await expect(panel.getByRole("status")).toContainText("Utilisateurs");
    return { around: [panel], margin: -1 };
  },

  async writing(page) {
    await open(page, "/email-sender/new");
    const form = page.getByRole("form", { name: "E-mail à envoyer" });
    const subject = form.getByRole("textbox", { name: "Objet" });
    await subject.fill("Votre place est prête");
    const content = form.getByRole("textbox", { name: "Contenu" });
    await content.fill(
      "Bonjour {{firstName}},\n\nVotre place dans la bêta est prête : regardez, essayez, partagez.\nDites-nous ce qui vous manque, nous lisons tout.\n\nÀ bientôt",
    );
    await content.blur();
    await expect(form).toContainText("Brouillon enregistré");
    const start = form.getByRole("button", { name: "Partir d’un modèle" });
    return { around: [start, subject, form.getByText("date du jour")], margin: 16 };
  },
};

test("the pictures of the help, by day and by night", async ({ adminPage: page }) => {
  const sizes: Record<string, { width: number; height: number }> = {};
  for (const [name, bringIntoView] of Object.entries(parts)) {
    await page.setViewportSize(narrow);
    const clip = await boxOf(await bringIntoView(page));
    sizes[name] = { width: clip.width, height: clip.height };
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      await expect(page.locator("html")).toHaveAttribute("data-mantine-color-scheme", colorScheme);
      const path = `${folder}/${name}-${colorScheme}.webp`;
      await page.screenshot({ path, clip, quality: 85, animations: "disabled" });
    }
    await page.emulateMedia({ colorScheme: "light" });
  }
  await writeFile(`${folder}/sizes.json`, `${JSON.stringify(sizes, null, 2)}\n`);
});

async function open(page: Page, path: string): Promise<void> {
  await page.goto(`/admin/dashboard${path}`);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
  await page.waitForLoadState("networkidle");
}

/** In whole pixels, rounded as the browser rounds what it draws. */
async function boxOf({ around, margin }: Part) {
  const boxes = await Promise.all(
    around.map((element) => element.evaluate((node): DOMRect => node.getBoundingClientRect().toJSON())),
  );
  const x = Math.round(Math.min(...boxes.map(({ left }) => left)) - margin);
  const y = Math.round(Math.min(...boxes.map(({ top }) => top)) - margin);
  const right = Math.round(Math.max(...boxes.map((box) => box.right)) + margin);
  const bottom = Math.round(Math.max(...boxes.map((box) => box.bottom)) + margin);
  return { x, y, width: right - x, height: bottom - y };
}
