import type { Route } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { openHome, signUpDialog, signUpLinks, useTestQuestionnaire } from "./site-support.ts";

test.beforeEach(({ site }) => useTestQuestionnaire(site));

test(
  "the dialog's code is fetched when the page is idle, its questions before a link is pressed, its pictures when it opens",
  {
    tag: "@mobile",
  },
  async ({ page }, { project }) => {
    const asked: string[] = [];
    page.on("request", (request) => asked.push(request.url()));
    const countOf = (pattern: RegExp) => asked.filter((url) => pattern.test(url)).length;
    const [questionnaire, pictures] = [/\/api\/questionnaire/, /\/(dialog|strip)-\d+/];
    const code = page.waitForRequest(/sign-up-dialog.*\.js/);
    await openHome(page);
    await code;
    await page.waitForLoadState("networkidle");
    expect(countOf(questionnaire)).toBe(0);
    const [first, second] = [signUpLinks(page).first(), signUpLinks(page).last()];
    await first.focus();
    await second.focus();
    await expect.poll(() => countOf(questionnaire)).toBe(1);
    expect(countOf(pictures)).toBe(0);
    await expect(signUpDialog(page)).toHaveCount(0);
    await second.click();
    await expect(signUpDialog(page).getByLabel("Votre ville")).toBeVisible();
    // A phone has no room for the picture beside the form.
    if (project.name === "desktop") await expect.poll(() => countOf(pictures)).toBe(1);
    await page.keyboard.press("Escape");
    await first.focus();
    expect(countOf(questionnaire)).toBe(1);
  },
);

test("the sign-up link shows that the dialog's code is loading, and the dialog opens once it is loaded", async ({
  page,
}) => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/assets/sign-up-dialog*.js", async (route) => {
    await held;
    await route.continue();
  });
  await page.clock.install();
  await openHome(page);
  await page.clock.pauseAt(Date.now() + 60_000);
  const opener = signUpLinks(page).first();
  await opener.click();
  await expect(opener).toHaveAttribute("data-going");
  release();
  await expect(signUpDialog(page).getByRole("heading", { name: "Join the beta" })).toBeVisible();
  await expect(opener).not.toHaveAttribute("data-going");
});

for (const [why, answer] of [
  ["cannot be loaded", (route: Route) => route.abort()],
  ["is not loaded after 2 s", () => undefined],
] as const) {
  test(`when the dialog's code ${why}, the link leads to the form's own page`, async ({
    page,
    allowConsole,
  }) => {
    allowConsole(/ERR_FAILED|Failed to (load|fetch)/);
    await page.route("**/assets/sign-up-dialog*.js", answer);
    await page.route("**/inscription*", (route) =>
      route.fulfill({ contentType: "text/html", body: "<h1>Ici</h1>" }),
    );
    await page.clock.install();
    await openHome(page);
    await page.getByRole("link", { name: "Inscrivez-la aussi" }).click();
    await page.clock.fastForward(2_000);
    await expect(page).toHaveURL("/inscription?type=marque");
  });
}
