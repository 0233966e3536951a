import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { withDashboard } from "#test/support/ui/dashboard-fake.ts";
import { everyScreen } from "#test/support/ui/every-screen-fake.ts";
import { refuse } from "#test/support/ui/fake-api.ts";
import { fakeFirstRun, toDoRow } from "#test/support/ui/first-run-fake.ts";
import { openAdmin, superAdmin } from "#test/support/ui/open-admin.tsx";
import { press } from "#test/support/ui/press.ts";

const dashboard = "/admin/dashboard";
const line = page.getByRole("region", { name: "Premiers pas" });
const heading = page.getByRole("heading", { level: 1 });
const addSamples = page.getByRole("button", { name: "Ajouter des exemples" });
const toDo = page.getByRole("region", { name: "Ce qui reste à faire" });
const notices = page.getByRole("region", { name: "Avis" });
const samplesRow = toDo.getByRole("listitem").filter({ hasText: "16 inscriptions d’exemple" });

function open(path: string, firstRun = fakeFirstRun()) {
  return openAdmin(path, withDashboard({ ...everyScreen, ...firstRun.answers }), firstRun.admin);
}

test("sample sign-ups added by keyboard are announced, complete the step of the first sign-up and focus the heading", async () => {
  await open(dashboard);
  await expect.element(line).toMatchTextContent("0 étape sur 5 faite.");
  await press(addSamples, "{Enter}");
  await expect.element(page.getByText("16 inscriptions d’exemple ajoutées.")).toBeVisible();
  await expect.element(samplesRow).toBeVisible();
  await expect.element(addSamples).not.toBeInTheDocument();
  await expect.element(heading).toHaveFocus();
  await expect.element(line).toMatchTextContent("1 étape sur 5 faite.");
});

test("the dashboard removes all sample sign-ups at once", async () => {
  const firstRun = fakeFirstRun();
  Object.assign(firstRun.samples, { users: 12, brands: 4, mayAdd: false });
  await open(dashboard, firstRun);
  await samplesRow.getByRole("button", { name: "Retirer les exemples" }).click();
  await expect.element(samplesRow).not.toBeInTheDocument();
  await expect.element(page.getByText("16 inscriptions d’exemple retirées.")).toBeVisible();
  await expect.element(heading).toHaveFocus();
});

test.each(["signups", "brands", "help#first-steps"])(
  "the screen '%s' offers sample sign-ups while there are none",
  async (path) => {
    const firstRun = fakeFirstRun();
    await open(`${dashboard}/${path}`, firstRun);
    await press(addSamples, "{Enter}");
    await expect.element(addSamples).not.toBeInTheDocument();
    await expect.element(heading).toHaveFocus();
    expect(firstRun.samples.users).toBe(12);
  },
);

test.each(["", "/questionnaire"])(
  "an admin can leave the first steps on '/admin/dashboard%s', and they disappear from the dashboard",
  async (path) => {
    const { router } = await open(`${dashboard}${path}`);
    await line.getByRole("button", { name: "Quitter les premiers pas" }).click();
    await expect.element(line).not.toBeInTheDocument();
    await expect.element(heading).toHaveFocus();
    await router.navigate(path === "" ? `${dashboard}/questionnaire` : dashboard);
    await expect.element(page.getByRole("main")).toBeVisible();
    await expect.element(line).not.toBeInTheDocument();
    expect(page.getByText("Régler l’expéditeur").elements()).toEqual([]);
  },
);

test("the help resumes first steps that the admin left", async () => {
  const { address } = await open(`${dashboard}/help#first-steps`, fakeFirstRun({ admin: superAdmin }));
  await page.getByRole("button", { name: "Reprendre les premiers pas" }).click();
  await expect.element(line).toBeVisible();
  await expect.poll(address).toBe(dashboard);
});

test("the help does not offer to resume first steps that are done", async () => {
  const { api } = await open(`${dashboard}/help`, fakeFirstRun({ done: 5, admin: superAdmin }));
  await expect.poll(() => api.calls).toContain("GET /api/admin/to-do");
  await expect.element(page.getByRole("heading", { level: 2, name: "Premiers pas" })).toBeVisible();
  expect(page.getByRole("button", { name: "Reprendre les premiers pas" }).elements()).toEqual([]);
});

test("the line of the first steps is on the dashboard and on the screen of the next step alone", async () => {
  const { router } = await open(dashboard);
  await expect.element(line.getByRole("link", { name: "Préparer le questionnaire" })).toBeVisible();
  await router.navigate(`${dashboard}/questionnaire`);
  await expect.element(line).toMatchTextContent("Maintenant, ici : préparer le questionnaire");
  await router.navigate(`${dashboard}/signups`);
  await expect.element(heading).toHaveTextContent("Inscriptions à la bêta");
  await expect.element(line).not.toBeInTheDocument();
});

test("a screen opens although the list of steps cannot be read, and does not request that list repeatedly", async () => {
  const firstRun = fakeFirstRun();
  firstRun.answers["GET /api/admin/to-do"] = () => refuse(500, { code: "internal", message: "" });
  const { router, api } = await open(`${dashboard}/help`, firstRun);
  await router.navigate(`${dashboard}/questionnaire`);
  await expect.element(heading).toHaveTextContent("Éditeur de Questionnaire");
  expect(api.calls.filter((call) => call === "GET /api/admin/to-do").length).toBeLessThan(4);
});

test("first steps that are done disappear without a click", async () => {
  const { api } = await open(dashboard, fakeFirstRun({ done: 5 }));
  await expect.poll(() => api.calls).toContain("PATCH /api/admin/me/preferences");
  await expect.element(line).not.toBeInTheDocument();
});

test("the line of the first steps appears together with its screen, so that the heading does not move", async () => {
  const places = new Set<number>();
  // The test advances the clock once per frame, so that a busy machine does not exceed the screen's time-out for the line.
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
      "GET /api/admin/to-do": async (request) => {
        for (let drawn = 0; drawn < 3; drawn += 1) await new Promise(requestAnimationFrame);
        return answers["GET /api/admin/to-do"]?.(request);
      },
    },
    admin,
  );
  await expect.element(line).toMatchTextContent("0 étape sur 5 faite.");
  await expect.poll(() => places.size).toBeGreaterThan(0);
  cancelAnimationFrame(frame);
  expect([...places]).toHaveLength(1);
});

test("the list of what is left counts the steps, shows open ones with details, and links each to its screen", async () => {
  await openAdmin(
    dashboard,
    withDashboard({
      ...everyScreen,
      "GET /api/admin/to-do": () => ({
        rows: [
          toDoRow({ level: "fault", sentence: "Sauvegardes", details: ["Disque plein."], link: "state" }),
          toDoRow({ level: "opening", sentence: "Préparer le questionnaire", link: "questionnaire" }),
          toDoRow({ level: "opening", sentence: "Couper le mode simulation des e-mails", done: true }),
        ],
      }),
    }),
  );
  await expect.element(toDo).toMatchTextContent("1 étape reste à faire, sur 2.");
  const rows = toDo.getByRole("listitem");
  await expect.element(rows).toHaveLength(2);
  await expect.element(rows.first()).toMatchTextContent(/^À corriger.*Sauvegardes.*Disque plein\./);
  await expect.element(rows.first().getByRole("link")).toHaveAttribute("href", `${dashboard}/state`);
  await expect.element(rows.last().getByRole("link")).toHaveAttribute("href", `${dashboard}/questionnaire`);
});

test("a list of steps that cannot be loaded is reported and loaded again", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {}); // the dashboard reports its own failure
  const { api } = await openAdmin(
    dashboard,
    withDashboard({
      ...everyScreen,
      "GET /api/admin/to-do": () => refuse(500, { code: "internal", message: "" }),
    }),
  );
  const alert = page.getByRole("alert").filter({ hasText: "Ce qui reste à faire n’a pas pu être chargé." });
  await expect.element(alert).toBeVisible();
  api.answer(everyScreen);
  await alert.getByRole("button", { name: "Réessayer" }).click();
  await expect.element(alert).not.toBeInTheDocument();
});

test("dismissing a notice moves the focus to the next one, then to the heading", async () => {
  let ids = ["1", "2"];
  await openAdmin(
    dashboard,
    withDashboard({
      ...everyScreen,
      "GET /api/admin/to-do": () => ({
        rows: ids.map((key) =>
          toDoRow({ key, level: "notice", sentence: `Avis ${key}`, details: ["Le 1."] }),
        ),
      }),
      "DELETE /api/admin/to-do/:id": ({ param }) => {
        ids = ids.filter((id) => id !== param.id);
        return undefined;
      },
    }),
  );
  const button = (id: string) => notices.getByRole("button", { name: `J’ai compris : Avis ${id}. Le 1.` });
  await press(button("1"), "{Enter}");
  await expect.element(button("1")).not.toBeInTheDocument();
  await expect.element(button("2")).toHaveFocus();
  await press(button("2"), "{Enter}");
  await expect.element(notices).not.toBeInTheDocument();
  await expect.element(heading).toHaveFocus();
});
