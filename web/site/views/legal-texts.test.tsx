import { createHash } from "node:crypto";
import { existsSync, globSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { ReactNode } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { initialRetention, oldestBackupDays } from "#contract/backup.ts";
import { erasureLeaves } from "#contract/erasure-words.ts";
import { minimumAge, privacyPeriods, requestKindLabels } from "#contract/privacy.ts";
import { initialSiteSettings, type SiteSettings } from "#contract/site.ts";

/** The text with one line per paragraph, in the format of web/site/views/versions. */
function blocksOf(html: string): string {
  const lines = html
    .replaceAll("&#x27;", "'")
    .replaceAll("&amp;", "&")
    .replace(/<(p|h2|li)\b[^>]*>/g, (tag) => (tag.startsWith("<li>") ? "\n- " : "\n"))
    .replace(/<[^>]+>/g, "")
    .split("\n");
  return `${lines
    .map((line) => line.trim())
    .filter(Boolean)
    .join("\n\n")}\n`;
}

type Texts = {
  policy: string;
  notice: string;
  terms: string;
  form: string;
  kept: { politique: string; conditions: string };
};

/** Renders the legal texts again, so that mocked modules have an effect. */
async function readTexts(settings: SiteSettings = initialSiteSettings): Promise<Texts> {
  vi.resetModules();
  const { renderToStaticMarkup } = await import("react-dom/server");
  const { SiteContext } = await import("../site-context.tsx");
  const { LegalSections } = await import("./view-frame.tsx");
  const { privacySections } = await import("./privacy.tsx");
  const { LegalNotice } = await import("./legal-notice.tsx");
  const { Conditions } = await import("./terms-view.tsx");
  const { DataNotice } = await import("../signup/data-notice.tsx");
  const draw = (node: React.ReactNode) =>
    renderToStaticMarkup(<SiteContext value={{ ...settings, images: {} }}>{node}</SiteContext>);
  const read = (node: React.ReactNode) =>
    draw(node)
      .replaceAll("&#x27;", "'")
      .replace(/<[^>]+>/g, " ")
      .replace(/\s+/g, " ")
      .trim();
  return {
    policy: read(<LegalSections sections={privacySections} />),
    notice: read(<LegalNotice />),
    terms: read(<Conditions />),
    form: read(<DataNotice />),
    kept: {
      politique: blocksOf(draw(<LegalSections sections={privacySections} />)),
      conditions: blocksOf(draw(<Conditions />)),
    },
  };
}

afterEach(() => {
  for (const file of ["privacy", "limits", "backup", "admins", "policy-versions"])
    vi.doUnmock(`#contract/${file}.ts`);
  vi.resetModules();
});

const hashOf = (text: string) => createHash("sha256").update(text).digest("hex").slice(0, 12);

// registre: 2
test.each([
  ["policy", "policyVersions", "policy"],
  ["text of the conditions", "conditionsVersions", "terms"],
] as const)("a changed %s needs a new version with its date", async (_, name, text) => {
  const versions = (await import("#contract/policy-versions.ts"))[name];
  const hash = hashOf((await readTexts())[text]);
  const dates = versions.map(({ date }) => isoDay(date));
  expect(dates).toEqual(dates.toSorted());
  expect(
    versions.at(-1)?.hash,
    `add { hash: "${hash}", date: "<its day>" } to ${name} in contract/policy-versions.ts`,
  ).toBe(hash);
});

const isoDay = (date: string) => date.split("/").toReversed().join("-");

// registre: 2
test.each([
  ["politique", "policyVersions"],
  ["conditions", "conditionsVersions"],
] as const)("the text of each version of %s is kept from 27/11/2026 on", async (name, list) => {
  const versions = (await import("#contract/policy-versions.ts"))[list];
  const days = versions.map(({ date }) => isoDay(date)).filter((day) => day >= "2026-11-27");
  const { kept } = await readTexts();
  await expect(kept[name]).toMatchFileSnapshot(`versions/${name}-${days.at(-1)}.txt`);
  for (const day of days.slice(0, -1))
    expect(existsSync(resolve(import.meta.dirname, `versions/${name}-${day}.txt`)), day).toBe(true);
});

test("the page of versions lists every version, and shows the stored text of a past one", async () => {
  const { renderToStaticMarkup } = await import("react-dom/server");
  const { SiteContext } = await import("../site-context.tsx");
  const { PastVersion, VersionsView } = await import("./versions-view.tsx");
  const { conditionsVersions, policyVersions } = await import("#contract/policy-versions.ts");
  const draw = (node: React.ReactNode) =>
    renderToStaticMarkup(<SiteContext value={{ ...initialSiteSettings, images: {} }}>{node}</SiteContext>);
  const list = draw(<VersionsView />);
  for (const { hash, date } of [...policyVersions, ...conditionsVersions]) {
    expect(list).toContain(hash);
    expect(list).toContain(`>${date}</time>`);
  }
  const version = { hash: "0123456789ab", date: "01/02/2030" };
  const past = draw(<PastVersion version={version} text={(await readTexts()).kept.politique} />);
  expect(past).toContain("<p>9. Évolution de cette politique</p>");
  expect(past).toContain("0123456789ab");
});

// registre: 8
test("a changed notice beside the form creates a new version of the accepted texts", async () => {
  const { noticeVersion } = await import("#contract/policy-versions.ts");
  const { consentTexts } = await import("#contract/consent-texts.ts");
  expect(noticeVersion).toBe(hashOf((await readTexts()).form));
  expect(consentTexts.notice).toBe(noticeVersion);
});

test("the version of the accepted texts names the versions of conditions and policy that the form links", async () => {
  const { conditionsVersions, policyVersions } = await import("#contract/policy-versions.ts");
  const { consentTexts } = await import("#contract/consent-texts.ts");
  expect(consentTexts.conditions).toContain(conditionsVersions.at(-1)?.hash);
  expect(consentTexts.policy).toContain(policyVersions.at(-1)?.hash);
});

test("each period in the legal texts comes from a constant", async () => {
  const promised = {
    confirmationDays: 1_031,
    myDataMinutes: 1_033,
    mailTextDays: 1_039,
    mailAddressMonths: 1_049,
    journalMonths: 1_051,
    passageMonths: 1_117,
    referralDeviceHours: 1_119,
    requestMonths: 1_061,
    requestYears: 1_063,
    suppressionYears: 1_097,
    erasureLogDays: 1_103,
  };
  vi.doMock("#contract/privacy.ts", async (original) => ({
    ...(await original<object>()),
    privacyPeriods: { ...privacyPeriods, ...promised },
    minimumAge: 1_069,
  }));
  vi.doMock("#contract/limits.ts", async (original) => ({
    limits: { ...(await original<{ limits: object }>()).limits, inactiveYears: 1_087 },
  }));
  vi.doMock("#contract/backup.ts", async (original) => ({
    ...(await original<object>()),
    initialRetention: { ...initialRetention, keepWeeks: 1_091, maxAgeDays: 1_093 },
    oldestBackupDays: 1_109,
  }));
  const { policy, form, terms } = await readTexts();
  const plain = (text: string) => text.replace(/(\d)\s(\d)/gu, "$1$2");
  for (const number of [...Object.values(promised), 1_069, 1_087, 1_091, 1_093, 1_109])
    expect(plain(policy)).toContain(String(number));
  for (const text of [form, terms]) expect(plain(text)).toContain("1069 ans ou plus");
  expect(plain(form)).toContain("1087 ans");
});

// registre: 2
test("each number in the policy comes from a constant, the law or the CNIL's address", async () => {
  const { policy } = await readTexts();
  const law = ["6, paragraphe 1", "article 85", "article 8", "Argon2id", "Argon2id"];
  const address = ["3 place de Fontenoy, TSA 80715", "75334 Paris Cedex 07"];
  const bare = [...law, ...address].reduce((text, known) => text.replace(known, ""), policy);
  const numbers = bare.replace(/\b[1-9]\. /g, "").match(/\d+/g) ?? [];
  const { attemptLimits } = await import("#contract/admins.ts");
  const { sessionLimits } = await import("#contract/sessions.ts");
  const { limits } = await import("#contract/limits.ts");
  const known = [
    ...Object.values(privacyPeriods),
    limits.inactiveYears,
    initialRetention.keepWeeks,
    initialRetention.maxAgeDays,
    oldestBackupDays,
    minimumAge,
    attemptLimits.windowMs / 60_000,
    sessionLimits.absoluteMs / 86_400_000,
  ].map(String);
  expect(known).toEqual(expect.arrayContaining(numbers));
});

// registre: 2
test("the server's code uses each period that the policy promises", async () => {
  const folder = resolve(import.meta.dirname, "../../../server");
  const files = globSync("**/*.ts", { cwd: folder, exclude: ["**/*.test.ts"] });
  const sources = files.map((file) => readFileSync(resolve(folder, file), "utf8"));
  const readers = sources.filter((source) => /contract\/(privacy|limits)\.ts/.test(source)).join("\n");
  for (const period of Object.keys(privacyPeriods))
    expect(readers, period).toMatch(RegExp(`\\b${period}\\b`));
  expect(readers).toContain("limits.inactiveYears");
});

// registre: 2
test("no text promises to announce a change of the policy by e-mail", async () => {
  const root = resolve(import.meta.dirname, "../../..");
  const files = ["docs/registre.md", ...globSync("web/admin/features/help/topics/*.ts", { cwd: root })];
  const written = files.map((file) => readFileSync(resolve(root, file), "utf8"));
  const { kept: _, ...texts } = await readTexts();
  for (const text of [...Object.values(texts), ...written])
    expect(text.replaceAll("\u00a0", " ")).not.toMatch(
      /annonc\S* (par e-mail|par message)|e-mail[^.]{0,40} (politique|conditions) chang/i,
    );
  expect(texts.policy).toContain("La date de la dernière mise à jour figure en tête.");
});

// registre: 11
test("every text states the same minimum age", async () => {
  const { policy, terms, form } = await readTexts();
  for (const text of [policy, terms, form]) {
    expect(text.match(/\d+ ans ou plus/g)).toEqual([`${minimumAge} ans ou plus`]);
    expect(text).not.toMatch(/quinze|d’un parent/);
  }
});

// registre: 2
test("the policy names the recipients from the owner's settings", async () => {
  const { policy, notice } = await readTexts({
    ...initialSiteSettings,
    publisher: {
      ...initialSiteSettings.publisher,
      company: "Atelier Tenue",
      address: "Nantes",
      dpo: "Maître Dupré, dpo@exemple.fr",
    },
    host: { company: "Hébergeur du Nord", address: "Lille", phone: "", country: "Belgique" },
    mailProvider: { company: "Courrier du Sud", country: "Portugal" },
    backupStore: { company: "Coffre de l’Est", country: "Suisse" },
    bounceMailbox: { company: "Boîtes de l’Ouest", country: "Irlande" },
    remotePictures: { hosts: "images.exemple.fr" },
  });
  for (const recipient of [
    ...["Atelier Tenue", "Nantes", "Maître Dupré, dpo@exemple.fr", "Hébergeur du Nord (Belgique)"],
    ...["Courrier du Sud (Portugal)", "Coffre de l’Est (Suisse)"],
    ...["Boîtes de l’Ouest (Irlande)", "(images.exemple.fr)"],
  ])
    expect(policy).toContain(recipient);
  expect(notice).toContain("Atelier Tenue");
  expect(policy).not.toContain("[");
  const { policy: initial } = await readTexts();
  for (const absent of ["délégué à la protection", "copies de nos sauvegardes"])
    expect(initial).not.toContain(absent);
});

// registre: 26
test("every page that erases data says which data stay, where and how long", async () => {
  const { policy } = await readTexts();
  const { renderToStaticMarkup } = await import("react-dom/server");
  const { MyDataDeletePage, MyDataGonePage } = await import("../server-pages/my-data.tsx");
  const { ConfirmationPage } = await import("../server-pages/confirmation-page.tsx");
  const { SiteContext } = await import("../site-context.tsx");
  const render = (page: ReactNode) =>
    renderToStaticMarkup(<SiteContext value={{ ...initialSiteSettings, images: {} }}>{page}</SiteContext>);
  const confirmation = { page: "confirmation", token: "t", place: null } as const;
  const pages = [
    <MyDataDeletePage key={1} token="t" />,
    <MyDataGonePage key={2} page="my-data-gone" state="deleted" />,
    <ConfirmationPage {...confirmation} key={3} state="ask_erase" keepsOther={false} />,
    <ConfirmationPage {...confirmation} key={4} state="erased" keepsOther={false} />,
  ].map(render);
  for (const text of [policy, ...pages])
    expect(text.replace(/\s+/g, " ")).toContain(erasureLeaves.replace(/\s+/g, " "));
  for (const state of ["ask_erase", "erased"] as const) {
    const page = render(<ConfirmationPage {...confirmation} state={state} keepsOther={true} />);
    expect(page).toContain("L’autre inscription à votre adresse est conservée");
    expect(page).not.toContain("Une empreinte de l’adresse");
  }
});

// registre: 30
test("the policy names each right and the page for one's own data", async () => {
  const { policy, notice, form, terms } = await readTexts();
  for (const label of Object.values(requestKindLabels)) expect(policy).toContain(label.toLowerCase());
  for (const text of [policy, notice, form, terms]) expect(text).toContain("Mes données");
  for (const text of [policy, notice, form]) expect(text).toContain("CNIL");
  expect(policy).toContain("après votre mort");
});

// registre: 1
test("the form and the policy state the same purposes and legal bases", async () => {
  const { policy, form } = await readTexts();
  for (const text of [policy, form]) {
    expect(text).toMatch(/sans vous nommer/);
    expect(text).toMatch(/abus/);
    expect(text).toMatch(/intérêt légitime/);
    expect(text).toMatch(/actualités/);
  }
});
