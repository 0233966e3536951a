import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { ApiProblem } from "#contract/errors.ts";
import type { SiteSettingsResponse } from "#contract/site.schema.ts";
import { initialSiteSettings } from "#contract/site.ts";
import { emptyTables } from "#test/support/empty-tables.ts";
import { filledSite, fillSite } from "#test/support/filled-site.ts";
import { createTestApp, type SignedIn, type TestApp } from "#test/support/test-app.ts";

/** One black dot; its header makes the size 20 × 20. */
const png = pngOf(20, 20);
let harness: TestApp;
let ines: SignedIn;
let plain: SignedIn;

function pngOf(width: number, height: number): Buffer {
  const size = Buffer.alloc(8);
  size.writeUInt32BE(width);
  size.writeUInt32BE(height, 4);
  const piece = (name: string, data: Buffer) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(data.length);
    return Buffer.concat([length, Buffer.from(name), data, Buffer.alloc(4)]);
  };
  const signature = Buffer.from("89504e470d0a1a0a", "hex");
  const header = piece("IHDR", Buffer.concat([size, Buffer.from("0800000000", "hex")]));
  return Buffer.concat([signature, header, piece("IEND", Buffer.alloc(0))]);
}

beforeAll(async () => {
  harness = await createTestApp();
  [ines, plain] = [await harness.signIn({ superAdmin: true }), await harness.signIn()];
});
afterAll(() => harness.close());
beforeEach(async () => {
  await emptyTables(harness.database, "site_settings, site_images, journal_entries");
  await harness.dependencies.site.refresh();
});

const path = "/api/admin/site";
const request = (method: string, { headers }: SignedIn, body?: object, at = path) =>
  harness.app.request(at, { method, headers, ...(body && { body: JSON.stringify(body) }) });
const upload = (body: Buffer, { headers }: SignedIn = ines, type = "image/png", slot = "followedBy") =>
  harness.app.request(`${path}/images/${slot}`, {
    method: "PUT",
    headers: { ...headers, "content-type": type, "content-length": String(body.length) },
    body: new Uint8Array(body),
  });
const json = async <Body>(answer: Response) => (await answer.json()) as Body;
const journal = async () => {
  const { rows } = await harness.database.pool.query(
    "select actor, action, details from journal_entries order by id",
  );
  return rows;
};

describe("the owner's details", () => {
  test("the owner's record is read by every administrator and changed only by super administrators", async () => {
    expect((await harness.app.request(path)).status).toBe(401);
    const read = await request("GET", plain);
    expect(await json<SiteSettingsResponse>(read)).toMatchObject({
      ...initialSiteSettings,
      version: 0,
      updatedAt: null,
    });
    expect((await request("PUT", plain, { ...filledSite, version: 0 })).status).toBe(403);
    const saved = await request("PUT", ines, { ...filledSite, version: 0 });
    expect(saved.status).toBe(200);
    expect(await json<SiteSettingsResponse>(saved)).toMatchObject({ ...filledSite, version: 1 });
    expect((await harness.dependencies.site.current()).publisher.company).toBe("Maison Tenue");
    expect(await journal()).toEqual([{ actor: ines.admin.email, action: "site.updated", details: {} }]);
  });

  test("the owner's record is not overwritten by a form that was opened before another save", async () => {
    await request("PUT", ines, { ...filledSite, version: 0 });
    for (const version of [0, 7]) {
      const late = await request("PUT", ines, { ...filledSite, version });
      expect(late.status).toBe(409);
      const problem = await json<ApiProblem>(late);
      expect(problem.error.code).toBe("stale");
      expect(problem.current).toMatchObject({ ...filledSite, version: 1 });
    }
  });

  test("settings keep the referral, or its cap and messages, when a save leaves them out", async () => {
    const referral = {
      on: true,
      sentence: "trois amies : la prochaine vague",
      friends: 3,
      cap: 50,
      messages: false,
    };
    await request("PUT", ines, { ...filledSite, referral, version: 0 });
    const { referral: _, ...rest } = filledSite;
    await request("PUT", ines, { ...rest, version: 1 });
    expect(await json(await request("GET", ines))).toMatchObject({ referral });
    const less = { on: false, sentence: "", friends: 5 };
    await request("PUT", ines, { ...rest, referral: less, version: 2 });
    expect(await json(await request("GET", ines))).toMatchObject({
      referral: { ...less, cap: 50, messages: false },
    });
  });

  test.each([
    ["referral.sentence", { referral: { ...filledSite.referral, on: true } }],
    ["referral.friends", { referral: { ...filledSite.referral, friends: 0 } }],
    ["referral.cap", { referral: { ...filledSite.referral, cap: 1001 } }],
    ["publisher.company", { publisher: { ...filledSite.publisher, company: " " } }],
    ["publisher.director", { publisher: { ...filledSite.publisher, director: "Inès\nTisserand" } }],
    ["host.address", { host: { ...filledSite.host, address: "a".repeat(201) } }],
    ["contact.email", { contact: { ...filledSite.contact, email: "personne" } }],
    ["contact.tiktok", { contact: { ...filledSite.contact, tiktok: "javascript:alert(1)" } }],
    ["stores.appStore", { stores: { ...filledSite.stores, appStore: "ftp://exemple.fr" } }],
    [
      "partners.followedBy.url",
      { partners: { ...filledSite.partners, followedBy: { name: "A", url: "/ici" } } },
    ],
    ["mail.color", { mail: { ...filledSite.mail, color: "rouge" } }],
    ["mail.color", { mail: { ...filledSite.mail, color: '#bf3013" onload="x()' } }],
    ["mail.footerText", { mail: { ...filledSite.mail, footerText: "a".repeat(301) } }],
    ["secret", { secret: true }],
    ["version", { version: undefined }],
  ])("the owner's record is refused with a sentence for %s", async (field, change) => {
    const answer = await request("PUT", ines, { ...filledSite, version: 0, ...change });
    expect(answer.status).toBe(400);
    expect(Object.keys((await json<ApiProblem>(answer)).error.fields ?? {})).toEqual([field]);
  });
});

describe("a partner's picture", () => {
  test("a partner's picture is shown at its place and can be removed", async () => {
    const saved = await upload(png);
    expect(saved.status).toBe(200);
    const { images } = await json<SiteSettingsResponse>(saved);
    expect(images.followedBy).toMatchObject({ width: 20, height: 20 });
    const address = images.followedBy?.address ?? "";
    const picture = await harness.app.request(address);
    expect(picture.headers.get("content-type")).toBe("image/png");
    expect(picture.headers.get("cache-control")).toContain("immutable");
    const removed = await request("DELETE", ines, undefined, `${path}/images/followedBy`);
    expect((await json<SiteSettingsResponse>(removed)).images).toEqual({});
    expect((await harness.app.request(address)).status).toBe(404);
    expect((await request("DELETE", ines, undefined, `${path}/images/followedBy`)).status).toBe(404);
    const entry = { actor: ines.admin.email, action: "site.image_updated", details: { slot: "followedBy" } };
    expect(await journal()).toEqual([entry, entry]);
  });

  test("a partner's picture is the logo of mails, at one shared address of the site", async () => {
    const { images } = await json<SiteSettingsResponse>(await upload(png, ines, "image/png", "mailLogo"));
    expect(images.mailLogo?.address).toMatch(/^\/site-images\/mailLogo-[0-9a-f]{16}\.png$/);
    const { html } = await json<{ html: string }>(
      await request(
        "POST",
        plain,
        { subject: "Objet", content: "<p>Bonjour</p>" },
        "/api/admin/email/preview",
      ),
    );
    const address = new URL(images.mailLogo?.address ?? "", harness.dependencies.config.baseUrl);
    expect(html).toContain(`<img src="${address}" alt="Tenue" height="20"`);
  });

  test.each<[string, Buffer]>([
    [
      "a drawing with a script",
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
    ],
    ["a page with a PNG's first bytes", Buffer.concat([png.subarray(0, 8), Buffer.from("<html>")])],
    ["a PNG that is cut off", png.subarray(0, -12)],
    ["a PNG with something behind it", Buffer.concat([png, Buffer.from("<script>")])],
    ["nothing but the ends of a JPEG", Buffer.from("ffd8ffd9", "hex")],
    ["a RIFF file that is no picture", Buffer.from("RIFF\x04\0\0\0WAVE")],
    ["nothing", Buffer.alloc(0)],
    ["a dot", pngOf(1, 1)],
    ["a wall paper", pngOf(5_000, 100)],
  ])("a partner's picture is refused: %s", async (_, content) => {
    const answer = await upload(content);
    expect(answer.status).toBe(400);
    expect((await json<ApiProblem>(answer)).error.fields?.["image"]).toBeTruthy();
  });

  test("a partner's picture is refused when it is too large, of another type, for an unknown place, or not permitted", async () => {
    expect((await upload(Buffer.concat([png, Buffer.alloc(512 * 1024)]))).status).toBe(413);
    const drawing = await upload(png, ines, "image/svg+xml");
    expect(drawing.status).toBe(415);
    expect(await drawing.json()).toMatchObject({
      error: { message: expect.stringContaining("Choisissez une image PNG, JPEG ou WebP") },
    });
    expect((await upload(png, ines, "text/plain")).status).toBe(415);
    expect((await upload(png, ines, "image/png", "elsewhere")).status).toBe(400);
    expect((await upload(png, plain)).status).toBe(403);
    expect((await harness.app.request(`${path}/images/followedBy`, { method: "DELETE" })).status).toBe(401);
  });
});

// registre: 46
test("a site on a public address refuses sign-ups until the owner is identified", async () => {
  const { app, parts } = harness.compose({ config: { baseUrl: "https://tenue.fr" } });
  const signUp = () =>
    app.request("/api/signups/user", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: "{}",
    });
  const early = await signUp();
  expect(early.status).toBe(403);
  expect((await json<ApiProblem>(early)).error).toMatchObject({
    code: "not_open_yet",
    message: "Les inscriptions ouvrent bientôt",
  });
  await fillSite({ db: harness.db, site: parts.site });
  expect((await signUp()).status).toBe(400);
  expect((await harness.app.request("/api/signups/user", { method: "POST" })).status).not.toBe(403);
});
