import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { everyScreen } from "#test/support/ui/every-screen-fake.ts";
import { fakeFirstRun } from "#test/support/ui/first-run-fake.ts";
import { openAdmin, superAdmin } from "#test/support/ui/open-admin.tsx";
import { press } from "#test/support/ui/press.ts";

const dashboard = "/admin/dashboard";
const line = page.getByRole("region", { name: "Premiers pas" });
const heading = page.getByRole("heading", { level: 1 });
const addSamples = page.getByRole("button", { name: "Ajouter des exemples" });
const samplesBox = page.getByRole("region", { name: "16 inscriptions d’exemple" });

function open(path: string, firstRun = fakeFirstRun()) {
  return openAdmin(path, { ...everyScreen, ...firstRun.answers }, firstRun.admin);
}

test("samples added by the keyboard are announced, count as a first sign-up and leave the focus on the heading", async () => {
  await open(dashboard);
  await expect.element(line).toMatchTextContent("0 sur 5");
  await press(addSamples, "{Enter}");
  await expect.element(page.getByText("16 inscriptions d’exemple ajoutées.")).toBeVisible();
  await expect.element(samplesBox).toBeVisible();
  await expect.element(addSamples).not.toBeInTheDocument();
  await expect.element(heading).toHaveFocus();
  await expect.element(line).toMatchTextContent("1 sur 5");
});

test("samples are removed all at once from the dashboard", async () => {
  const firstRun = fakeFirstRun();
  Object.assign(firstRun.samples, { users: 12, brands: 4, mayAdd: false });
  await open(dashboard, firstRun);
  await samplesBox.getByRole("button", { name: "Retirer les exemples" }).click();
  await expect.element(samplesBox).not.toBeInTheDocument();
  await expect.element(page.getByText("16 inscriptions d’exemple retirées.")).toBeVisible();
  await expect.element(heading).toHaveFocus();
});

test.each(["signups", "brands", "help#first-steps"])(
  "'%s' offers samples while there are none",
  async (path) => {
    const firstRun = fakeFirstRun();
    await open(`${dashboard}/${path}`, firstRun);
    await press(addSamples, "{Enter}");
    await expect.element(addSamples).not.toBeInTheDocument();
    await expect.element(heading).toHaveFocus();
    expect(firstRun.samples.users).toBe(12);
  },
);

test.each(["", "/signups"])(
  "the first steps are left on '/admin/dashboard%s' and stay away",
  async (path) => {
    const { router } = await open(`${dashboard}${path}`);
    await line.getByRole("button", { name: "Quitter les premiers pas" }).click();
    await expect.element(line).not.toBeInTheDocument();
    await expect.element(heading).toHaveFocus();
    await router.navigate(path === "" ? `${dashboard}/signups` : dashboard);
    await expect.element(page.getByRole("main")).toBeVisible();
    await expect.element(line).not.toBeInTheDocument();
  },
);

test("first steps that were left are resumed from the help", async () => {
  const { address } = await open(`${dashboard}/help#first-steps`, fakeFirstRun({ admin: superAdmin }));
  await page.getByRole("button", { name: "Reprendre les premiers pas" }).click();
  await expect.element(line).toBeVisible();
  await expect.poll(address).toBe(dashboard);
});

test("the help offers no way back to first steps that are done", async () => {
  const { api } = await open(`${dashboard}/help`, fakeFirstRun({ done: 5, admin: superAdmin }));
  await expect.poll(() => api.calls).toContain("GET /api/admin/first-steps");
  await expect.element(page.getByRole("heading", { level: 2, name: "Premiers pas" })).toBeVisible();
  expect(page.getByRole("button", { name: "Reprendre les premiers pas" }).elements()).toEqual([]);
});

test("the line names the next step, or says that it is taken here", async () => {
  const { router } = await open(`${dashboard}/questionnaire`);
  await expect.element(line).toMatchTextContent("Maintenant, ici : préparer le questionnaire");
  await router.navigate(`${dashboard}/signups`);
  await expect.element(line.getByRole("link", { name: "Préparer le questionnaire" })).toBeVisible();
});

test("the line comes with the screen under it, so that the heading stays in its place", async () => {
  const places = new Set<number>();
  // Time passes by the frame: the patience with which the screen waits for the line does not run out on a busy machine.
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const look = () => {
    vi.advanceTimersByTime(1);
    const top = document.querySelector("main h1")?.getBoundingClientRect().top;
    if (top !== undefined) places.add(Math.round(top));
    frame = requestAnimationFrame(look);
  };
  let frame = requestAnimationFrame(look);
  const { answers, admin } = fakeFirstRun();
  await openAdmin(
    `${dashboard}/questionnaire`,
    {
      ...everyScreen,
      ...answers,
      "GET /api/admin/first-steps": async (request) => {
        for (let drawn = 0; drawn < 3; drawn += 1) await new Promise(requestAnimationFrame);
        return answers["GET /api/admin/first-steps"]?.(request);
      },
    },
    admin,
  );
  await expect.element(line).toMatchTextContent("0 étape sur 5 faite.");
  cancelAnimationFrame(frame);
  expect([...places]).toHaveLength(1);
});
