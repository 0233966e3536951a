import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { EmailTemplate } from "#contract/email.schema.ts";
import type { CreateWave, Wave, WaveDetail, WavePreview } from "#contract/waves.schema.ts";
import { waveMessages } from "#contract/waves.ts";
import { everyScreen } from "#test/support/ui/every-screen-fake.ts";
import { type FakeAnswers, held, refuse } from "#test/support/ui/fake-api.ts";
import { openAdmin } from "#test/support/ui/open-admin.tsx";

const path = "/admin/dashboard/waves";
const button = (name: string | RegExp) => page.getByRole("button", { name });
const launchButton = () => button(/^Inviter/);
const countField = () => page.getByLabelText("Combien de personnes");

const templateOf = (id: string, name: string): EmailTemplate => ({
  id,
  name,
  subject: "Votre invitation",
  content: "<p>{{code}}</p>",
  event: null,
  isActive: true,
  version: 1,
  updatedAt: "2026-01-31T12:00:00.000Z",
  serviceReason: "La personne l’a demandé",
});
const firstTemplate = templateOf("00000000-0000-4000-8000-000000000051", "Invitation");
const otherTemplate = templateOf("00000000-0000-4000-8000-000000000052", "Invitation de mars");

const noCounts = { toSend: 0, sent: 0, redeemed: 0, expired: 0, revoked: 0, bounced: 0 };
const waveOf = (changes: Partial<WaveDetail> = {}): WaveDetail => ({
  id: "00000000-0000-4000-8000-000000000061",
  audience: "user",
  segmentId: null,
  sentence: null,
  order: "oldest",
  count: 200,
  seed: null,
  templateId: firstTemplate.id,
  status: "started",
  startsAt: null,
  startedAt: "2026-01-31T12:00:00.000Z",
  endedAt: null,
  total: 200,
  problem: null,
  createdBy: "ines@tenue.example",
  createdAt: "2026-01-31T12:00:00.000Z",
  counts: noCounts,
  hasLeft: false,
  redeemedByDay: [],
  ...changes,
});
const previewOf = (count: number): WavePreview => ({
  count,
  available: 500,
  sentence: null,
  segmentVersion: null,
  seed: null,
  first: [],
  leftOut: [{ reason: "limited", count: 1 }],
});

/** Fakes the waves' endpoints in memory, with one wave per id, as on the server. */
function fakeWaves() {
  const stored = new Map<string, WaveDetail>();
  const sent: CreateWave[] = [];
  const get = (id: string) => stored.get(id) ?? refuse(404, { code: "not_found", message: "…" });
  const answers: FakeAnswers = {
    ...everyScreen,
    "GET /api/admin/segments": () => ({ items: [] }),
    "GET /api/admin/email/templates": () => ({ items: [firstTemplate, otherTemplate] }),
    "GET /api/admin/waves": () => ({ items: [...stored.values()] as Wave[], next: null }),
    "GET /api/admin/waves/:id": ({ param }) => get(param.id),
    "POST /api/admin/waves/preview": ({ json }) => previewOf(json.count),
    "POST /api/admin/waves": ({ json }) => {
      const { id = "" } = json;
      sent.push(json as CreateWave);
      const { templateId, count, startsAt = null } = json;
      const status = startsAt ? "scheduled" : "draft";
      const made = waveOf({ id, templateId, count, startsAt, status, total: 0, startedAt: null });
      if (!stored.has(id)) stored.set(id, made);
      return get(id);
    },
    "POST /api/admin/waves/:id/start": ({ param: { id } }) => {
      stored.set(id, waveOf({ id }));
      return get(id);
    },
  };
  return { stored, sent, answers };
}

test("a second click after a lost response starts no second wave", async () => {
  const fake = fakeWaves();
  const { api, address } = await openAdmin(path, fake.answers);
  api.answer({
    "POST /api/admin/waves/:id/start": ({ param: { id } }) => {
      fake.stored.set(id, waveOf({ id }));
      throw new TypeError("Failed to fetch");
    },
  });
  await button("Nouvelle vague").click();
  await button("Inviter 200 personnes").click();
  await expect.element(page.getByRole("alert")).toBeVisible();
  await button("Inviter 200 personnes").click();
  await expect.poll(address).toMatch(/\/waves\/[\da-f-]{36}$/);
  expect(fake.stored.size).toBe(1);
  expect(fake.sent.map(({ id }) => id)).toEqual([...fake.stored.keys(), ...fake.stored.keys()]);
  expect(api.calls.filter((call) => call.endsWith("/start"))).toHaveLength(1);
});

test("an emptied number of people is typed again without a leading zero", async () => {
  await openAdmin(path, fakeWaves().answers);
  await button("Nouvelle vague").click();
  const count = page.getByLabelText("Combien de personnes");
  await userEvent.tripleClick(count);
  await userEvent.keyboard("{Backspace}");
  await expect.element(count).toHaveValue("");
  await expect.element(button(/^Inviter/)).toBeDisabled();
  await userEvent.keyboard("50");
  await expect.element(button("Inviter 50 personnes")).toBeEnabled();
});

test("the button that starts a wave is disabled until the preview of the current choice", async () => {
  const fake = fakeWaves();
  const { api } = await openAdmin(path, fake.answers);
  await button("Nouvelle vague").click();
  await expect.element(button("Inviter 200 personnes")).toBeEnabled();
  await expect.element(page.getByText("1 limitée à la demande de la personne")).toBeVisible();
  const late = held(() => previewOf(50));
  api.answer({ "POST /api/admin/waves/preview": late.fake });
  await countField().fill("50");
  await expect.element(launchButton()).toBeDisabled();
  late.letGo();
  await expect.element(button("Inviter 50 personnes")).toBeEnabled();
});

test("a wave cannot start without a preview, and a failed preview can be retried", async () => {
  const fake = fakeWaves();
  const { api } = await openAdmin(path, {
    ...fake.answers,
    "POST /api/admin/waves/preview": () => refuse(500, { code: "internal", message: "" }),
  });
  await button("Nouvelle vague").click();
  await expect.element(page.getByText(/^L’aperçu n’a pas pu être fait\./)).toBeVisible();
  await expect.element(launchButton()).toBeDisabled();
  api.answer({ "POST /api/admin/waves/preview": ({ json }) => previewOf(json.count) });
  await button("Réessayer").click();
  await expect.element(button("Inviter 200 personnes")).toBeEnabled();
});

test("a scheduled start needs a valid date, and the initial date is half an hour ahead", async () => {
  const fake = fakeWaves();
  await openAdmin(path, fake.answers);
  await button("Nouvelle vague").click();
  await page.getByLabelText("Lancer plus tard").click();
  const field = page.getByLabelText("Date et heure du lancement (heure de Paris)");
  await expect.element(button("Programmer")).toBeEnabled();
  await field.fill("");
  await expect.element(page.getByText(waveMessages.startsAt)).toBeVisible();
  await expect.element(button("Programmer")).toBeDisabled();
  await field.fill("2099-02-03T10:00");
  await button("Programmer").click();
  await expect.poll(() => fake.sent[0]?.startsAt).toBe("2099-02-03T09:00:00.000Z");
});

test("'Vague suivante' proposes the choice and the message of the opened wave", async () => {
  const fake = fakeWaves();
  const wave = waveOf({
    templateId: otherTemplate.id,
    count: 20,
    order: "lottery",
    seed: "00112233aabbccdd",
  });
  fake.stored.set(wave.id, wave);
  await openAdmin(`${path}/${wave.id}`, fake.answers);
  await button("Vague suivante").click();
  await expect.element(countField()).toHaveValue("20");
  await button("Inviter 20 personnes").click();
  await expect.poll(() => fake.sent).toMatchObject([{ templateId: otherTemplate.id, order: "lottery" }]);
});

test("a wave can begin with the people who brought the most friends", async () => {
  const fake = fakeWaves();
  await openAdmin(path, fake.answers);
  await button("Nouvelle vague").click();
  await page.getByRole("combobox", { name: "Dans quel ordre" }).click();
  await page.getByRole("option", { name: "Les meilleurs parrains" }).click();
  await button("Inviter 200 personnes").click();
  await expect.poll(() => fake.sent).toMatchObject([{ order: "points" }]);
});

test("a wave whose sent codes were all revoked can be stopped, but not cancelled as a whole", async () => {
  const fake = fakeWaves();
  const wave = waveOf({ hasLeft: true, counts: { ...noCounts, toSend: 199, revoked: 1 } });
  fake.stored.set(wave.id, wave);
  await openAdmin(`${path}/${wave.id}`, fake.answers);
  await expect.element(page.getByText(/préparée par ines@tenue\.example/)).toBeVisible();
  await button("Arrêter").click();
  await expect.element(page.getByText(/Ceux qui sont partis restent valables/)).toBeVisible();
});

test("the dialog that ends a wave shows why the server refused", async () => {
  const fake = fakeWaves();
  const wave = waveOf();
  fake.stored.set(wave.id, wave);
  const message = "Une autre personne vient de la changer.";
  await openAdmin(`${path}/${wave.id}`, {
    ...fake.answers,
    "POST /api/admin/waves/:id/cancel": () => refuse(409, { code: "conflict", message }),
  });
  await button("Annuler la vague").click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Annuler la vague" }).click();
  await expect.element(dialog.getByText(message)).toBeVisible();
});

const refusedBecause = (field: string, sentence: string) => () =>
  refuse(400, { code: "invalid_request", message: "Données invalides", fields: { [field]: sentence } });

test("the form of a wave shows why the server refused the preview and the start", async () => {
  const { api } = await openAdmin(path, {
    ...fakeWaves().answers,
    "POST /api/admin/waves/preview": refusedBecause("segmentId", "Ce segment n’existe plus"),
  });
  await button("Nouvelle vague").click();
  const dialog = page.getByRole("dialog");
  await expect.element(dialog.getByRole("alert")).toMatchTextContent("Ce segment n’existe plus");
  api.answer({
    "POST /api/admin/waves/preview": ({ json }) => previewOf(json.count),
    "POST /api/admin/waves": refusedBecause("templateId", waveMessages.templateWithoutCode),
  });
  await button("Réessayer").click();
  await button("Inviter 200 personnes").click();
  await expect.element(dialog.getByText(waveMessages.templateWithoutCode)).toBeVisible();
});

test("the form of a wave counts again when the segment was changed after the preview", async () => {
  const fake = fakeWaves();
  let segmentVersion = 1;
  await openAdmin(path, {
    ...fake.answers,
    "POST /api/admin/waves/preview": () => ({ ...previewOf(200 + segmentVersion), segmentVersion }),
    "POST /api/admin/waves": (request) => {
      if (request.json.segmentVersion !== segmentVersion)
        return refuse(409, { code: "conflict", message: waveMessages.segmentChanged });
      return (
        fake.answers["POST /api/admin/waves"]?.(request) ?? refuse(500, { code: "internal", message: "" })
      );
    },
  });
  await button("Nouvelle vague").click();
  await expect.element(button("Inviter 201 personnes")).toBeEnabled();
  segmentVersion = 2;
  await button("Inviter 201 personnes").click();
  await expect.element(page.getByText(waveMessages.segmentChanged)).toBeVisible();
  await button("Inviter 202 personnes").click();
  await expect.poll(() => fake.sent).toMatchObject([{ segmentVersion: 2 }]);
});

test("the list shows why a scheduled wave did not start", async () => {
  const fake = fakeWaves();
  const wave = waveOf({ status: "draft", startedAt: null, total: 0, problem: waveMessages.templateChanged });
  fake.stored.set(wave.id, wave);
  await openAdmin(path, fake.answers);
  const row = page.getByRole("row", { name: /200 utilisateurs/ });
  await expect.element(row.getByText(waveMessages.templateChanged)).toBeVisible();
});

test("a wave whose start is refused shows the reason", async () => {
  const fake = fakeWaves();
  const wave = waveOf({ status: "scheduled", startsAt: "2099-02-03T09:00:00.000Z" });
  fake.stored.set(wave.id, wave);
  await openAdmin(`${path}/${wave.id}`, {
    ...fake.answers,
    "POST /api/admin/waves/:id/start": refusedBecause("templateId", waveMessages.template),
  });
  await button("Lancer maintenant").click();
  await expect.element(page.getByText(waveMessages.template)).toBeVisible();
});

test.each(["GET /api/admin/segments", "GET /api/admin/email/templates"] as const)(
  "the form of a wave reports that %s failed, and reads it again",
  async (call) => {
    const { answers } = fakeWaves();
    const { api } = await openAdmin(path, {
      ...answers,
      [call]: () => refuse(500, { code: "internal", message: "" }),
    });
    await button("Nouvelle vague").click();
    const dialog = page.getByRole("dialog");
    const sentence = "Les segments ou les messages n’ont pas pu être chargés.";
    await expect.element(dialog.getByRole("alert")).toMatchTextContent(sentence);
    api.answer(answers);
    await dialog.getByRole("button", { name: "Réessayer" }).click();
    await expect.element(dialog.getByRole("alert")).not.toBeInTheDocument();
    await expect.element(button("Inviter 200 personnes")).toBeEnabled();
  },
);
