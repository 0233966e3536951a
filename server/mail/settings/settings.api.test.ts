import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createSecretBox } from "#server/lib/secret-box.ts";
import { createMailApp, type MailApp, validSettings } from "#server/mail/mail.test-helpers.ts";
import { loadBounceSettings, loadDeliverySettings } from "./delivery-settings.service.ts";

let context: MailApp;

beforeAll(async () => {
  context = await createMailApp();
});

beforeEach(() => context.clear());
afterAll(() => context.close());

describe("settings", () => {
  test("settings of a fresh installation simulate, with a placeholder for the sender", async () => {
    const answer = await context.request("GET", "/email/settings");
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({
      simulationMode: true,
      senderName: "Tenue",
      preferredProvider: "auto",
      pauseMs: 100,
      smtpPasswordStored: false,
      phpConfigured: false,
      updatedAt: null,
    });
  });

  test("the example sender sends nothing: test e-mails are refused, and simulation cannot be switched off", async () => {
    for (const path of ["/email/test", "/email/test/real"]) {
      const answer = await context.request("POST", path);
      expect(await answer.json()).toEqual({
        ok: false,
        message: expect.stringContaining("Indiquez d’abord"),
      });
    }
    const example = { senderEmail: "contact@tenue.example" };
    const refused = await context.saveSettings(example);
    expect(refused.status).toBe(400);
    expect(await refused.json()).toMatchObject({ error: { fields: { senderEmail: expect.any(String) } } });
    expect((await context.saveSettings({ ...example, simulationMode: true })).status).toBe(200);
    expect(context.recorder.sent).toEqual([]);
    expect(await context.log()).toEqual([]);
  });

  test("settings are stored, and secrets are never returned nor stored in clear", async () => {
    const saved = await context.saveSettings({
      smtpUsername: "tenue",
      smtpPassword: "lin et velours",
      sendgridKey: "SG.cle-secrete",
    });
    expect(saved.status).toBe(200);
    const text = await saved.text();
    expect(JSON.parse(text)).toMatchObject({
      senderEmail: "bonjour@tenue.example",
      smtpPort: 587,
      smtpPasswordStored: true,
      sendgridKeyStored: true,
    });
    const stored = JSON.stringify((await context.database.pool.query("select * from email_settings")).rows);
    const read = await (await context.request("GET", "/email/settings")).text();
    const journal = JSON.stringify((await context.database.pool.query("select * from journal_entries")).rows);
    for (const place of [text, read, stored, journal]) {
      expect(place).not.toContain("velours");
      expect(place).not.toContain("cle-secrete");
    }
    const { db, config } = context.dependencies;
    expect(await loadDeliverySettings(db, config)).toMatchObject({
      smtp: { username: "tenue", password: "lin et velours" },
      sendgridKey: "SG.cle-secrete",
    });
  });

  test("settings keep a secret that is left out and remove one that is empty", async () => {
    await context.saveSettings({ smtpPassword: "lin et velours", sendgridKey: "SG.cle" });
    const kept = await (await context.saveSettings()).json();
    expect(kept).toMatchObject({ smtpPasswordStored: true, sendgridKeyStored: true });
    const removed = await (await context.saveSettings({ smtpPassword: "", sendgridKey: "" })).json();
    expect(removed).toMatchObject({ smtpPasswordStored: false, sendgridKeyStored: false });
  });

  test.each([
    { smtpHost: "smtp.ailleurs.example" },
    { smtpHost: null },
    { smtpPort: 2525 },
    { smtpPort: null },
    { smtpUsername: "autre" },
    { smtpUsername: null },
  ])("settings with %j forget the stored password, unless a new one is given with it", async (change) => {
    const access = { smtpUsername: "tenue", smtpPassword: "lin et velours" };
    await context.saveSettings(access);
    const moved = await context.saveSettings({ smtpUsername: "tenue", ...change });
    expect(await moved.json()).toMatchObject({ smtpPasswordStored: false });
    await context.saveSettings(access);
    const entered = await context.saveSettings({ smtpUsername: "tenue", ...change, smtpPassword: "coton" });
    expect(await entered.json()).toMatchObject({ smtpPasswordStored: true });
  });

  test("settings get another version with every save, also with two saves at the same time", async () => {
    const { db, config } = context.dependencies;
    const versions = new Set<string>();
    for (let save = 0; save < 5; save += 1) {
      await context.saveSettings();
      versions.add((await loadDeliverySettings(db, config)).version);
    }
    expect(versions.size).toBe(5);
    expect([...versions].sort()).toEqual([...versions]);
  });

  test("reports settings whose secrets were sealed with another AUTH_SECRET and keeps the rest", async () => {
    await context.saveSettings({ smtpPassword: "lin et velours" });
    const foreign = createSecretBox("the secret of another installation", "email settings").seal("x");
    await context.database.pool.query("update email_settings set smtp_password = $1", [foreign]);
    const { db, config } = context.dependencies;
    expect(await loadDeliverySettings(db, config)).toMatchObject({
      smtp: { host: "smtp.exemple.fr", password: null },
      unreadable: { smtpPassword: true, sendgridKey: false, dkimKey: false },
    });
  });

  test.each([
    [{ senderName: "" }, "senderName"],
    [{ senderEmail: "" }, "senderEmail"],
    [{ senderEmail: "bonjour" }, "senderEmail"],
    [{ senderName: "Tenue\r\nBcc: x@exemple.fr" }, "senderName"],
    [{ replyTo: "a@exemple.fr\r\nBcc: x@exemple.fr" }, "replyTo"],
    [{ smtpPort: 0 }, "smtpPort"],
    [{ smtpPort: 65_536 }, "smtpPort"],
    [{ smtpPort: "587" }, "smtpPort"],
    [{ smtpHost: "smtp.exemple.fr/x" }, "smtpHost"],
    [{ preferredProvider: "pigeon" }, "preferredProvider"],
    [{ parallelism: 0 }, "parallelism"],
    [{ updatedAt: "2026-01-01" }, "updatedAt"],
  ])("settings with %j are refused", async (change, field) => {
    const answer = await context.save("/email/settings", { ...validSettings, ...change });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ error: { fields: { [field]: expect.any(String) } } });
  });
});

describe("the connection test", () => {
  test("the connection test reports whether it works, without sending", async () => {
    await context.saveSettings();
    const good = await context.request("POST", "/email/settings/test");
    expect(await good.json()).toEqual({ ok: true, message: "Connexion réussie." });
    context.recorder.verdict = () => "535 Invalid login";
    const bad = await context.request("POST", "/email/settings/test");
    expect(await bad.json()).toEqual({ ok: false, message: "Échec de la connexion: 535 Invalid login" });
    expect(context.recorder.sent).toEqual([]);
  });

  test("the connection test of 'auto' tries every configured provider and names the broken one", async () => {
    await context.saveSettings({ preferredProvider: "auto", sendgridKey: "SG.lost" });
    context.recorder.verdict = (provider) => (provider === "sendgrid" ? "authorization required" : null);
    const broken = await context.request("POST", "/email/settings/test");
    expect(await broken.json()).toEqual({
      ok: false,
      message: "Échec de la connexion: SendGrid : authorization required",
      providers: [
        { provider: "smtp", ok: true, message: "Connexion réussie." },
        { provider: "sendgrid", ok: false, message: "authorization required" },
      ],
    });
    context.recorder.verdict = () => null;
    const mended = await context.request("POST", "/email/settings/test");
    expect(await mended.json()).toMatchObject({
      ok: true,
      message: "Connexion réussie.",
      providers: [{ ok: true }, { ok: true }],
    });
  });
});

describe("the test e-mail", () => {
  test("the test e-mail goes to the sender's address and is logged", async () => {
    await context.saveSettings();
    const answer = await context.request("POST", "/email/test");
    expect(await answer.json()).toEqual({
      ok: true,
      message: "E-mail de test envoyé à bonjour@tenue.example.",
    });
    expect(context.recorder.sent).toMatchObject([{ to: { address: "bonjour@tenue.example" } }]);
    expect(await context.log()).toMatchObject([{ email_type: "test", status: "sent", attempts: 1 }]);
  });

  test.each(["refused", "deferred", "unreachable", "uncertain"] as const)(
    "the test e-mail that is %s has failed, with the reason, and is not tried again",
    async (type) => {
      await context.saveSettings();
      context.recorder.outcome = () => ({ type, message: "550 non merci" });
      const answer = await context.request("POST", "/email/test");
      expect(await answer.json()).toEqual({ ok: false, message: "Échec de l'envoi: 550 non merci" });
      expect(await context.log()).toMatchObject([
        { status: "failed", error_message: expect.stringContaining("550 non merci"), leased_by: null },
      ]);
    },
  );

  test("the test e-mail in simulation mode only counts as sent", async () => {
    await context.saveSettings({ simulationMode: true });
    const answer = await context.request("POST", "/email/test");
    expect(await answer.json()).toEqual({ ok: true, message: expect.stringContaining("MODE SIMULATION") });
    expect(context.recorder.sent).toEqual([]);
    expect(await context.log()).toMatchObject([
      { status: "sent", error_message: "Email simulé (pas d'envoi réel)" },
    ]);
  });
});

test("every call of the settings is for administrators only", async () => {
  for (const [method, path] of [
    ["GET", "/email/settings"],
    ["PUT", "/email/settings"],
    ["POST", "/email/settings/test"],
    ["POST", "/email/test"],
  ]) {
    const answer = await context.app.request(`/api/admin${path}`, { method: method ?? "" });
    expect(answer.status, path).toBe(401);
  }
});

describe("bounces", () => {
  const bounces = {
    bounceEmail: "rebonds@tenue.example",
    imapHost: "imap.exemple.fr",
    imapUsername: "rebonds",
    imapPassword: "soie et laine",
  };

  test("bounce settings are stored with a sealed mailbox password, and stay when a client leaves them out", async () => {
    await context.saveSettings(bounces);
    const text = await (await context.saveSettings()).text();
    expect(JSON.parse(text)).toMatchObject({
      bounceEmail: "rebonds@tenue.example",
      imapHost: "imap.exemple.fr",
      imapPasswordStored: true,
    });
    const stored = JSON.stringify((await context.database.pool.query("select * from email_settings")).rows);
    for (const place of [text, stored]) expect(place).not.toContain("soie");
    const { db, config } = context.dependencies;
    expect((await loadBounceSettings(db, config)).mailbox).toEqual({
      host: "imap.exemple.fr",
      port: 993,
      username: "rebonds",
      password: "soie et laine",
      unreadable: false,
    });
  });

  test("the stored mailbox password is used on the same server only", async () => {
    await context.saveSettings(bounces);
    const moved = await (await context.saveSettings({ imapHost: "imap.ailleurs.example" })).json();
    expect(moved).toMatchObject({ imapPasswordStored: false });
  });

  test.each([
    ["une-boite-de-rebonds@tenue.example", "18 caractères"],
    ["rebonds+2@tenue.example", "sans"],
  ])("a bounce address like %s cannot carry a message's id", async (bounceEmail, reason) => {
    const answer = await context.saveSettings({ bounceEmail });
    expect(answer.status).toBe(400);
    expect(await answer.text()).toContain(reason);
  });

  test("with a bounce address, only the envelope's sender contains the message's id", async () => {
    const send = () => context.request("POST", "/email/test");
    await context.saveSettings();
    await send();
    await context.saveSettings({ bounceEmail: "rebonds@tenue.example" });
    await send();
    const tests = context.recorder.sent.filter(({ to }) => to.address === "bonjour@tenue.example");
    const [before, after] = tests;
    expect(before?.envelopeFrom).toBeNull();
    expect(after?.envelopeFrom).toMatch(/^rebonds\+[0-9a-f-]{36}\.[a-z2-7]{8}@tenue\.example$/);
    expect(after?.envelopeFrom).toContain(after?.logId);
    expect(after?.from.address).toBe("bonjour@tenue.example");
  });
});
