import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { held } from "#test/support/ui/fake-api.ts";
import { openSite } from "#test/support/ui/open-site.tsx";

const link = (name: string) => page.getByRole("contentinfo").getByRole("link", { name });
const heading = (name: string) => page.getByRole("heading", { level: 1, name });
const home = heading("S’habiller commence par un regard.");
const privacy = "Politique de confidentialité";
const privacyPage = () =>
  new Response(`<body><div data-content=""><h1 tabindex="-1">${privacy}</h1></div></body>`);

test.each([privacy, "Conditions d’utilisation", "Contact"])(
  "the view '%s' opens in the page and takes the focus, and the back button returns to the home view",
  async (name) => {
    await openSite();
    const address = location.href;
    await link(name).click();
    await expect.element(heading(name)).toHaveFocus();
    expect(page.getByRole("heading", { level: 1 }).elements()).toHaveLength(1);
    expect(document.title).toBe(`${name} · Tenue`);
    history.back();
    await expect.element(home).toHaveFocus();
    expect(location.href).toBe(address);
  },
);

test("links keep the source of the visit, and the views still open in the page", async () => {
  const before = location.href;
  history.replaceState(history.state, "", "?utm_source=Lettre&utm_campaign=Mai&fbclid=secret");
  try {
    await openSite();
    await link("Contact").click();
    await expect.element(heading("Contact")).toHaveFocus();
    expect(link(privacy).element().getAttribute("href")).toBe("/privacy?utm_source=lettre&utm_campaign=mai");
    expect(document.querySelector('a[href^="/inscription?utm_source=lettre"]')).not.toBeNull();
  } finally {
    history.replaceState(history.state, "", before);
  }
});

test("after several views one step back returns to the home view", async () => {
  await openSite();
  await link("Contact").click();
  await expect.element(heading("Contact")).toBeVisible();
  await link(privacy).click();
  await expect.element(heading(privacy)).toBeVisible();
  history.back();
  await expect.element(home).toBeVisible();
});

test("'Aller au contenu' focuses the content of the shown view", async () => {
  await openSite();
  await link(privacy).click();
  await expect.element(heading(privacy)).toHaveFocus();
  page.getByRole("link", { name: "Aller au contenu" }).element().focus();
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByRole("main")).toHaveFocus();
  await expect.element(heading(privacy)).toBeVisible();
  expect(history.state).toEqual({ view: "privacy" });
});

test("the button at the end of a view returns to the home view", async () => {
  await openSite();
  await link("Contact").click();
  await page.getByRole("button", { name: "Retour à l'accueil" }).click();
  await expect.element(home).toHaveFocus();
});

test("the view requested last is shown, even when an earlier one arrives later", async () => {
  const { fake, letGo } = held(privacyPage);
  await openSite({}, { pages: { "/privacy": fake } });
  await link(privacy).click();
  await link("Contact").click();
  await expect.element(heading("Contact")).toBeVisible();
  letGo();
  await fake();
  await new Promise(requestAnimationFrame);
  await expect.element(heading("Contact")).toBeVisible();
  expect(history.state).toEqual({ view: "contact" });
});

test("a view that fails to load after a later one was opened changes nothing", async () => {
  const lost = held(() => {
    throw new TypeError("lost");
  });
  await openSite({}, { pages: { "/privacy": lost.fake } });
  await link(privacy).click();
  await link("Contact").click();
  await expect.element(heading("Contact")).toBeVisible();
  lost.letGo();
  await lost.fake().catch(() => undefined);
  await new Promise(requestAnimationFrame);
  await expect.element(heading("Contact")).toBeVisible();
  expect(history.state).toEqual({ view: "contact" });
});

test.each([
  ["arrives", privacyPage],
  [
    "fails",
    () => {
      throw new TypeError("lost");
    },
  ],
])(
  "a view that %s after the sign-up dialog was opened changes neither page nor history",
  async (_, answer) => {
    const { fake, letGo } = held<Response>(answer);
    await openSite(
      { "GET /api/questionnaire": () => new Promise<never>(() => undefined) },
      { pages: { "/privacy": fake } },
    );
    await link(privacy).click();
    await page.getByRole("link", { name: "I want to sign up" }).first().click();
    await expect.element(page.getByRole("dialog")).toBeVisible();
    letGo();
    await fake().catch(() => undefined);
    for (const _ of [1, 2, 3]) await new Promise(requestAnimationFrame);
    expect(history.state).toEqual({ signUp: null });
    await userEvent.keyboard("{Escape}");
    await expect.element(page.getByRole("link", { name: "I want to sign up" }).first()).toHaveFocus();
    await expect.element(home).toBeVisible();
    await expect.poll(() => history.state).toBeNull();
  },
);
