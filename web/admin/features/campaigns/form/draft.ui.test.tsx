import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { draftStoragePrefix } from "#contract/browser-storage.ts";
import { campaign, campaignId, fakeCampaigns } from "#test/support/ui/campaigns-fake.ts";
import {
  campaignsPath,
  editor,
  fillMessage,
  openNewMessage,
  sendButton,
  sendQuestion,
  subject,
} from "#test/support/ui/campaigns-page.ts";
import { everyScreen } from "#test/support/ui/every-screen-fake.ts";
import { held, refuse } from "#test/support/ui/fake-api.ts";
import { fakeMail, template } from "#test/support/ui/mail-fake.ts";
import { leavePage } from "#test/support/ui/mail-page.ts";
import { openAdmin, superAdmin } from "#test/support/ui/open-admin.tsx";
import { readSignInState } from "#web/admin/ui/session.api.ts";

/** The draft is saved after this pause in typing. */
const pauseMs = 1_200;
const retryMs = 5_000;
/** Timers run in real time, and a test can advance them past the product's delays. */
const controlTimers = () =>
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ["setTimeout", "clearTimeout"] });
const saved = page.getByText(/^Brouillon enregistré à \d\d:\d\d$/);
const draftPath = `${campaignsPath}/new?draft=${campaignId(1)}`;

const noNetwork = () => Promise.reject<undefined>(new TypeError("offline"));

test("a message is saved as a draft after a pause, and its address names the draft", async () => {
  const { answers, rows } = fakeCampaigns();
  const { address } = await openNewMessage(answers);
  controlTimers();
  await fillMessage();
  await vi.advanceTimersByTimeAsync(pauseMs);
  await expect.element(saved).toBeVisible();
  expect(rows).toMatchObject([
    { subject: "La bêta ouvre", content: "<p>Bonjour à vous</p>", status: "draft" },
  ]);
  await expect.poll(address).toBe(`${campaignsPath}/new?draft=${rows[0]?.id}`);
});

test("a message that starts from a template with a table keeps the table when its text is changed", async () => {
  const { answers, rows } = fakeCampaigns();
  const newsletter = template(1, { content: "<table><tbody><tr><td>Samedi</td></tr></tbody></table>" });
  await openNewMessage({ ...fakeMail({ templates: [newsletter] }).answers, ...answers });
  await page.getByRole("button", { name: "Partir d’un modèle" }).click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /Modèle 1/ })
    .click();
  await page.getByRole("textbox", { name: /^Contenu/ }).click();
  await userEvent.keyboard("x");
  await expect.poll(() => rows).toMatchObject([{ content: expect.stringContaining("<table") }]);
  expect(rows[0]?.content).toContain("x");
});

test("the first save of a draft leaves the address of the screen that the admin opened meanwhile", async () => {
  const { answers } = fakeCampaigns();
  const late = held(() => campaign(1));
  const { address, api, router } = await openNewMessage({
    ...everyScreen,
    ...answers,
    "POST /api/admin/campaigns": late.fake,
  });
  await fillMessage();
  await expect.poll(() => api.calls).toContain("POST /api/admin/campaigns");
  const waves = "/admin/dashboard/waves?tab=1";
  await router.navigate(waves);
  await expect.element(page.getByRole("heading", { level: 1, name: "Vagues" })).toBeVisible();
  late.letGo();
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(address()).toBe(waves);
});

const draftKey = `${draftStoragePrefix}email-sender:${superAdmin.email}`;
const waves = "/admin/dashboard/waves";
const wavesTitle = page.getByRole("heading", { level: 1, name: "Vagues" });

/** Changes a draft and opens another screen while the change is being saved. @returns what lets the server answer */
async function leaveWhileSaving(refusal: () => Response) {
  const { answers } = fakeCampaigns([campaign(1)]);
  const late = held(refusal);
  const opened = await openAdmin(draftPath, {
    ...everyScreen,
    ...answers,
    "PUT /api/admin/campaigns/:id": late.fake,
  });
  await subject.fill("Tapé à la fin");
  await expect.poll(() => opened.api.calls).toContain(`PUT /api/admin/campaigns/${campaignId(1)}`);
  await opened.router.navigate(waves);
  await expect.element(wavesTitle).toBeVisible();
  return { ...opened, letGo: late.letGo };
}

test("the last words typed into a draft are saved when another draft is opened and written", async () => {
  const { answers, rows } = fakeCampaigns([campaign(1), campaign(2)]);
  const { router } = await openAdmin(draftPath, answers);
  await subject.fill("Tapé à la fin");
  await router.navigate(`${campaignsPath}/new?draft=${campaignId(2)}`);
  await expect.element(subject).not.toHaveValue("Tapé à la fin");
  await subject.fill("Le second");
  await expect.poll(() => rows.map((row) => row.subject)).toEqual(["Tapé à la fin", "Le second"]);
});

test("a draft that could not be saved keeps its text while another draft is written", async () => {
  const { answers } = fakeCampaigns([campaign(1), campaign(2)]);
  const { router, api } = await openAdmin(draftPath, {
    ...answers,
    "PUT /api/admin/campaigns/:id": noNetwork,
  });
  const puts = () => api.calls.filter((call) => call.startsWith("PUT")).length;
  await subject.fill("Tapé sans réseau");
  await expect.element(page.getByText(/^Non enregistré, gardé dans cet onglet/)).toBeVisible();
  await router.navigate(`${campaignsPath}/new?draft=${campaignId(2)}`);
  await expect.element(subject).not.toHaveValue("Tapé sans réseau");
  const before = puts();
  await subject.fill("Le second");
  await expect.poll(puts).toBeGreaterThan(before);
  await router.navigate(draftPath);
  await expect.element(subject).toHaveValue("Tapé sans réseau");
  await router.navigate(`${campaignsPath}/new?draft=${campaignId(2)}`);
  await expect.element(subject).toHaveValue("Le second");
});

test("a draft that was saved leaves no text in the tab", async () => {
  const { answers } = fakeCampaigns();
  await openNewMessage(answers);
  await fillMessage();
  await expect.element(saved).toBeVisible();
  await expect
    .poll(() => Object.keys(sessionStorage).filter((key) => key.startsWith(draftStoragePrefix)))
    .toEqual([]);
});

test("a late refusal because the draft was already started leaves the screen that was opened meanwhile", async () => {
  const { address, letGo, router } = await leaveWhileSaving(() =>
    refuse(409, { code: "campaign_running", message: "Déjà lancé.", fields: { id: campaignId(1) } }),
  );
  letGo();
  await expect.element(page.getByText("Cet envoi a déjà été lancé.")).toBeVisible();
  expect(router.state.navigation.state).toBe("idle");
  expect(address()).toBe(waves);
});

test("a late refusal because the draft was deleted keeps its text as a new message, without a notice elsewhere", async () => {
  const { letGo, router } = await leaveWhileSaving(() =>
    refuse(404, { code: "not_found", message: "Introuvable." }),
  );
  letGo();
  await expect.poll(() => sessionStorage.getItem(draftKey)).toContain('"draftId":""');
  await expect.element(page.getByText("Ce brouillon a été supprimé.")).not.toBeInTheDocument();
  await router.navigate(`${campaignsPath}/new`);
  await expect.element(subject).toHaveValue("Tapé à la fin");
});

test("a deleted draft disappears from the list of campaigns and from the tab", async () => {
  const { answers } = fakeCampaigns([campaign(1)]);
  const { router } = await openAdmin(draftPath, answers);
  await page.getByRole("button", { name: "Supprimer le brouillon" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Supprimer" }).click();
  await expect.element(page.getByText("Votre premier envoi commence ici")).toBeVisible();
  await router.navigate(`${campaignsPath}/new`);
  await expect.element(subject).toHaveValue("");
});

test("a draft that a restore made of a scheduled campaign shows the reason", async () => {
  const pausedReason = "Une sauvegarde a été restaurée après la date prévue.";
  const { answers } = fakeCampaigns([campaign(1, { pausedReason })]);
  await openAdmin(draftPath, answers);
  await expect.element(editor).toBeVisible();
  await expect.element(page.getByText(pausedReason)).toBeVisible();
});

test.each([
  ["after 5 s", () => vi.advanceTimersByTimeAsync(retryMs)],
  ["as soon as the browser is online", async () => void window.dispatchEvent(new Event("online"))],
])("a draft that could not be saved is saved again %s", async (_when, retry) => {
  const { answers, rows } = fakeCampaigns([campaign(1)]);
  const { api } = await openAdmin(draftPath, { ...answers, "PUT /api/admin/campaigns/:id": noNetwork });
  await expect.element(editor).toBeVisible();
  controlTimers();
  await subject.fill("Après");
  await vi.advanceTimersByTimeAsync(pauseMs);
  await expect.element(page.getByText(/^Non enregistré, gardé dans cet onglet/)).toBeVisible();
  api.answer({
    "PUT /api/admin/campaigns/:id": (request) => answers["PUT /api/admin/campaigns/:id"]?.(request),
  });
  await retry();
  await expect.element(saved).toBeVisible();
  expect(rows).toMatchObject([{ subject: "Après" }]);
});

test("an admin can take another admin's version of a draft, which is not saved again", async () => {
  const { answers, rows, change } = fakeCampaigns([campaign(1)]);
  await openAdmin(draftPath, answers);
  await expect.element(editor).toBeVisible();
  controlTimers();
  change(campaignId(1), { subject: "La leur", version: 2, updatedBy: "autre@tenue.example" });
  await subject.fill("La mienne");
  await vi.advanceTimersByTimeAsync(pauseMs);
  const dialog = page.getByRole("dialog", { name: "Modifié entre-temps" });
  await expect.element(dialog).toMatchTextContent("autre@tenue.example a enregistré une autre version");
  await dialog.getByRole("button", { name: "Prendre la version enregistrée" }).click();
  await expect.element(subject).toHaveValue("La leur");
  await vi.advanceTimersByTimeAsync(pauseMs);
  expect(rows).toMatchObject([{ subject: "La leur", version: 2 }]);
});

test("a message stays in the tab when the page is left right after the last key", async () => {
  await openNewMessage(fakeCampaigns().answers);
  // The form normally stores typed text after 300 ms. Here the clock never advances: only leaving the page stores it.
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  await subject.fill("La bêta ouvre demain");
  window.dispatchEvent(new Event("pagehide"));
  expect(sessionStorage.getItem(`${draftStoragePrefix}email-sender:${superAdmin.email}`)).toContain(
    "La bêta ouvre demain",
  );
});

test("a restored message keeps its segment", async () => {
  const segment = {
    id: "10000000-0000-4000-8000-000000000001",
    name: "Venues d’Instagram",
    audience: "user" as const,
    conditions: { match: "all" as const, groups: [] },
    sentence: "Utilisateurs venus d’instagram",
    missing: null,
    version: 1,
  };
  const { answers } = fakeCampaigns([], { segments: [segment] });
  const offline = { ...answers, "POST /api/admin/campaigns": noNetwork };
  await openNewMessage(offline);
  await fillMessage();
  await page.getByLabelText("Segment").selectOptions(segment.name);
  await leavePage();
  await openNewMessage(offline);
  await expect.element(subject).toHaveValue("La bêta ouvre");
  await expect.element(page.getByLabelText("Segment")).toHaveValue(segment.id);
});

test("a message survives the end of the session", async () => {
  const { answers } = fakeCampaigns([], { simulationMode: true });
  const signedOut = () => refuse(401, { code: "unauthenticated", message: "Connectez-vous." });
  const { router, address } = await openNewMessage({
    ...answers,
    "POST /api/admin/campaigns/:id/start": signedOut,
    "GET /api/setup": () => ({ required: false }),
    "GET /api/auth/get-session": () => null,
  });
  await fillMessage({ text: "Un long message" });
  await sendButton.click();
  await sendQuestion.getByRole("button", { name: /^Envoyer à/ }).click();
  await expect.poll(address).toBe("/admin");
  await router.navigate(readSignInState(router.state.location.state).from);
  await expect.element(editor).toMatchTextContent("Un long message");
});

test("the list of campaigns, a new message and a draft differ in heading and title", async () => {
  const { answers } = fakeCampaigns([campaign(1, { subject: "Bientôt" })]);
  const { router } = await openAdmin(draftPath, answers);
  const names = () => [page.getByRole("heading", { level: 1 }).element().textContent, document.title];
  await expect
    .poll(names)
    .toEqual([
      "Envoi d'emails en masse, brouillon «\u00a0Bientôt\u00a0»",
      "E-mails en masse, brouillon «\u00a0Bientôt\u00a0» · Tenue",
    ]);
  await router.navigate(`${campaignsPath}/new`);
  await expect
    .poll(names)
    .toEqual(["Envoi d'emails en masse, nouveau message", "E-mails en masse, nouveau message · Tenue"]);
  await router.navigate(campaignsPath);
  await expect.poll(names).toEqual(["Envoi d'emails en masse", "E-mails en masse · Tenue"]);
});
