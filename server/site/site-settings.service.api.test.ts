import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { initialSiteSettings } from "#contract/site.ts";
import { createTestApp, type TestApp } from "#test/support/test-app.ts";

let harness: TestApp;

beforeAll(async () => {
  harness = await createTestApp();
});
afterAll(() => harness.close());

const company = async (from: TestApp["dependencies"]) => (await from.site.current()).publisher.company;

test("placeholders are shown until the owner is identified", async () => {
  const site = await harness.dependencies.site.current();
  expect(site).toMatchObject({ ...initialSiteSettings, images: {} });
  expect(site.changedAt).toBeUndefined();
});

test("settings and pictures of another instance are seen within a few seconds", async () => {
  const other = harness.compose().parts;
  expect(await company(other)).toBe("[Raison sociale]");
  const values = {
    ...initialSiteSettings,
    publisher: { ...initialSiteSettings.publisher, company: "Maison Tenue" },
  };
  await harness.db.execute(
    sql`insert into site_settings (values, version) values (${JSON.stringify(values)}::jsonb, 1)`,
  );
  await harness.db.execute(sql`
    insert into site_images (slot, content_type, content, width, height)
    values ('followedBy', 'image/png', '\\x89504e47', 120, 40)`);
  await vi.waitFor(async () => expect(await company(other)).toBe("Maison Tenue"), 5_000);
  const { images } = await other.site.current();
  expect(images.followedBy).toMatchObject({ width: 120, height: 40 });
  expect(images.followedBy?.address).toMatch(/^\/site-images\/followedBy-[0-9a-f]{16}\.png$/);
});

test("the site returns when the owner last changed a text or a picture", async () => {
  const changedAt = async () => {
    await harness.dependencies.site.refresh();
    return (await harness.dependencies.site.current()).changedAt;
  };
  await harness.db.execute(
    sql`update site_settings set updated_at = '2026-05-01T10:00:00Z', version = version + 1`,
  );
  await harness.db.execute(sql`update site_images set updated_at = '2026-04-01T10:00:00Z'`);
  expect(await changedAt()).toBe("2026-05-01T10:00:00.000Z");
  await harness.db.execute(sql`update site_images set updated_at = '2026-06-01T10:00:00Z'`);
  expect(await changedAt()).toBe("2026-06-01T10:00:00.000Z");
});

test("settings that an earlier version stored are completed, group by group", async () => {
  const { home: _, ...before } = initialSiteSettings;
  const host = { company: "Hébergeur du Nord", address: "Lille", phone: "03" };
  await harness.db.execute(sql`
    insert into site_settings (values) values (${JSON.stringify({ ...before, host })}::jsonb)
    on conflict (id) do update set values = excluded.values, version = site_settings.version + 1`);
  await harness.dependencies.site.refresh();
  const current = await harness.dependencies.site.current();
  expect(current.host).toEqual({ ...host, country: "" });
  expect(current.home).toEqual(initialSiteSettings.home);
});

test("settings stored before email branding existed stay, with the default branding", async () => {
  const { mail: _, ...before } = initialSiteSettings;
  const stored = [before, { ...before, mail: { color: "#163b42" } }];
  for (const values of stored) {
    await harness.db.execute(sql`
      insert into site_settings (values) values (${JSON.stringify(values)}::jsonb)
      on conflict (id) do update set values = excluded.values, version = site_settings.version + 1`);
    await harness.dependencies.site.refresh();
    const { mail } = await harness.dependencies.site.current();
    expect(mail).toEqual({ ...initialSiteSettings.mail, ...("mail" in values ? values.mail : {}) });
  }
});
