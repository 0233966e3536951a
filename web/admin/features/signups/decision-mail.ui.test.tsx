import { expect, onTestFinished, test, vi } from "vitest";
import { page } from "vitest/browser";
import { type FakeAnswers, refuse } from "#test/support/ui/fake-api.ts";
import { fakeMail, givenTemplates } from "#test/support/ui/mail-fake.ts";
import { openAdmin } from "#test/support/ui/open-admin.tsx";
import { fakeSignups, idOf, signup } from "#test/support/ui/signups-fake.ts";
import { dialogOf, nameOf, openDetails, wholeList } from "#test/support/ui/signups-page.ts";
import { controlPresses } from "#test/support/ui/timed-presses.ts";

async function openDecisions(simulationMode = false, changes: FakeAnswers = {}) {
  const fake = fakeSignups([
    signup(0),
    signup(1, { confirmedAt: null }),
    signup(2, { confirmedAt: null, disposableEmail: true }),
  ]);
  const silent: unknown[] = [];
  const withdrawn: string[] = [];
  const bulk = fake.answers["POST /api/admin/signups/:audience/bulk"];
  const { api } = await openAdmin(wholeList, {
    ...fake.answers,
    ...fakeMail({ settings: { simulationMode } }).answers,
    "POST /api/admin/signups/:audience/bulk": (request) => {
      silent.push(request.json.silent);
      return bulk(request);
    },
    "DELETE /api/admin/signups/:audience/:id/message": ({ param }) => {
      withdrawn.push(param.id);
      return undefined;
    },
    ...changes,
  });
  return { api, answers: fake.answers, silent, withdrawn };
}

const approveFirst = (index: number) =>
  page.getByRole("button", { name: `Approuver ${nameOf(index)}` }).click();

test("a bulk approval states its message and its recipients, and can be made without mail", async () => {
  const { silent } = await openDecisions();
  await page.getByRole("checkbox", { name: /la page/ }).click();
  await page.getByRole("region", { name: "Actions sur la sélection" }).getByText("Approuver").click();
  const dialog = page.getByRole("dialog", { name: "Approuver la sélection" });
  await expect.element(dialog).toMatchTextContent("3 personnes recevront « Bienvenue » dans 30 s");
  await expect.element(dialog).toMatchTextContent("Dont 2 adresses non confirmées et 1 adresse jetable.");
  await expect.element(dialog).not.toMatchTextContent("Mode simulation");
  await dialog.getByRole("button", { name: "Voir" }).click();
  await expect.element(page.getByTitle(/Aperçu.*Bienvenue/)).toBeVisible();
  await page
    .getByRole("dialog", { name: "E-mail de la décision" })
    .getByRole("button", { name: "Fermer" })
    .click();
  await dialog.getByRole("checkbox", { name: "Sans e-mail" }).click();
  await dialog.getByRole("button", { name: "Approuver" }).click();
  await expect.element(dialog).toMatchTextContent("3 inscriptions approuvées.");
  expect(silent).toEqual([true]);
});

const countRecipients = "POST /api/admin/signups/:audience/bulk/recipients";
const readTemplates = "GET /api/admin/email/templates";

test.each([countRecipients, readTemplates] as const)(
  "a bulk approval can be made without mail although %s failed, which can be repeated",
  async (call) => {
    const broken = () => refuse(500, { code: "internal", message: "" });
    const { api, answers, silent } = await openDecisions(false, { [call]: broken });
    await page.getByRole("checkbox", { name: /la page/ }).click();
    await page.getByRole("region", { name: "Actions sur la sélection" }).getByText("Approuver").click();
    const dialog = page.getByRole("dialog", { name: "Approuver la sélection" });
    await dialog.getByRole("checkbox", { name: "Sans e-mail" }).click();
    api.answer({ ...fakeMail().answers, [countRecipients]: answers[countRecipients] });
    await dialog.getByRole("alert").getByRole("button", { name: "Réessayer" }).click();
    await expect.element(dialog).toMatchTextContent("3 personnes recevront « Bienvenue » dans 30 s");
    await dialog.getByRole("button", { name: "Approuver" }).click();
    await expect.element(dialog).toMatchTextContent("3 inscriptions approuvées.");
    expect(silent).toEqual([true]);
  },
);

test("notices about a decision's mail say that nothing is sent in simulation mode", async () => {
  await openDecisions(true);
  const simulated = "Mode simulation : cet e-mail est noté dans l’historique, rien ne part.";
  await approveFirst(0);
  const notice = page.getByRole("alert").filter({ hasText: "recevra" });
  await expect.element(notice).toMatchTextContent(simulated);
  await page.getByRole("checkbox", { name: /la page/ }).click();
  await page.getByRole("region", { name: "Actions sur la sélection" }).getByText("Approuver").click();
  const dialog = page.getByRole("dialog", { name: "Approuver la sélection" });
  await expect.element(dialog).toMatchTextContent(simulated);
});

test("a bulk rejection with an inactive template announces that no mail is sent", async () => {
  await openDecisions();
  await page.getByRole("checkbox", { name: /la page/ }).click();
  await page.getByRole("region", { name: "Actions sur la sélection" }).getByText("Rejeter").click();
  const dialog = page.getByRole("dialog", { name: "Rejeter la sélection" });
  await expect.element(dialog).toMatchTextContent("Aucun e-mail ne partira");
  expect(givenTemplates.find(({ event }) => event === "rejected")?.isActive).toBe(false);
});

test("the first approval of a session announces its mail, which can be cancelled, and the next has a countdown", async () => {
  const presses = controlPresses();
  const { withdrawn } = await openDecisions();
  await approveFirst(0);
  const notice = page.getByRole("alert").filter({ hasText: "recevra" });
  await expect.element(notice).toMatchTextContent(`${nameOf(0)} recevra « Bienvenue » dans 30 s`);
  await expect.element(page.getByText(/^E-mail dans \d+ s$/)).toBeVisible();
  await notice.getByRole("button", { name: "Sans e-mail" }).click();
  await expect.element(page.getByText("Cet e-mail ne partira pas.")).toBeVisible();
  expect(withdrawn).toEqual([idOf(0)]);
  await expect.element(page.getByText(/^E-mail dans/)).not.toBeInTheDocument();
  presses.pass();
  await approveFirst(1);
  await expect.element(page.getByText(/^E-mail dans \d+ s$/)).toBeVisible();
  await expect.element(notice).not.toBeInTheDocument();
});

const recipientNotice = page.getByRole("alert").filter({ hasText: "recevra" });

test("the notice of a decision's mail disappears when the decision is undone", async () => {
  const { pass, press } = controlPresses();
  await openDecisions();
  await approveFirst(0);
  await expect.element(recipientNotice).toBeVisible();
  pass();
  await press("z");
  await expect.element(page.getByText(/Décision annulée/)).toBeVisible();
  await expect.element(recipientNotice).not.toBeInTheDocument();
});

test("the notice of a decision's mail disappears when the sign-up is deleted", async () => {
  await openDecisions();
  await approveFirst(0);
  await expect.element(recipientNotice).toBeVisible();
  await openDetails(0);
  await dialogOf(0).getByRole("button", { name: "Supprimer" }).click();
  const question = page.getByRole("dialog", { name: /^Supprimer cette inscription/ });
  await question.getByRole("button", { name: "Supprimer" }).click();
  await expect.element(page.getByText(/est supprimée/)).toBeVisible();
  await expect.element(recipientNotice).not.toBeInTheDocument();
});

test("the notice of a decision's mail stays until the end of the extended time", async () => {
  await openDecisions();
  vi.useFakeTimers({
    toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval"],
    shouldAdvanceTime: true,
  });
  onTestFinished(() => void vi.useRealTimers());
  await approveFirst(0);
  await expect.element(recipientNotice).toBeVisible();
  await vi.advanceTimersByTimeAsync(20_000);
  await page.getByRole("button", { name: "Prolonger le délai pour annuler" }).click();
  await expect.element(page.getByText(/Délai prolongé/)).toBeVisible();
  await vi.advanceTimersByTimeAsync(20_000);
  await expect.element(recipientNotice).toBeVisible();
  await vi.advanceTimersByTimeAsync(20_000);
  await expect.element(recipientNotice).not.toBeInTheDocument();
});
