import type { Page } from "@playwright/test";
import type { ServerProcess } from "#test/support/server-process.ts";
import { findBarriers } from "./accessibility.ts";
import { calm, openScreen, screenAddresses, storeSignups } from "./admin-support.ts";
import { expect, test } from "./fixtures.ts";
import { walkFocus, watchFocus } from "./focus-walk.ts";

test.use(calm);

/** The narrowest screen on which a page must not scroll sideways (WCAG 1.4.10). */
const narrowest = { width: 320, height: 844 };

/** Text spacing that must not break a page (WCAG 1.4.12). */
const wideText = `
  * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
  p { margin-bottom: 2em !important; }`;

/** Stores enough rows to make every list longer than the window. @returns addresses with a dialog or below a screen */
async function storeRows(site: ServerProcess): Promise<{ dialog: string; below: string[] }> {
  const email = "zoe@exemple.fr";
  const [question, by] = await site.sql<{ id: string }>(
    `insert into questionnaire_items (question, field_type, options, order_position, target_type)
     select 'Vos tissus ' || n || ' ?', 'select', '["Lin", "Soie"]', 900 + n, 'both' from generate_series(1, 8) as n
     returning id`,
  );
  const responses = { [question?.id ?? ""]: "Lin", [by?.id ?? ""]: "Soie" };
  const others = Array.from({ length: 11 }, (_, n) => ({
    name: `Martin ${n}`,
    email: `${n}.${email}`,
    responses,
  }));
  await storeSignups(site, "user", [{ name: "Martin", email, responses }, ...others]);
  await storeSignups(site, "brand", [{ name: "Maison Lin", email }, ...others]);
  await site.sql(
    `insert into email_log (recipient_email, subject, content, status, email_type)
     select n || '.' || $1, 'Bonjour', '<p>Bonjour</p>', 'sent', 'transactional' from generate_series(1, 12) as n`,
    [email],
  );
  await site.sql("insert into journal_entries (actor, action) values ('system', 'site.updated')");
  await site.sql(
    `insert into suppressions (email_hash, scope, reason, source)
     values (address_hash($1), 'news', 'unsubscribed', 'test')`,
    [email],
  );
  await site.sql(
    `insert into privacy_requests (kind, source, email_hash, due_at)
     values ('access', 'admin', address_hash($1), now() + interval '30 days')`,
    [email],
  );
  await site.sql(
    "insert into webhook_endpoints (kind, url_sealed, events) values ('message', 'of another secret', '{signup.created}')",
  );
  const [signup] = await site.sql<{ id: string }>("select id from beta_signups where email = $1", [email]);
  await storeReferrals(site, signup?.id);
  await storeVisits(site);
  const rules = [{ field: "status", op: "is", value: "pending" }];
  const conditions = JSON.stringify({ match: "all", groups: [{ match: "all", rules }] });
  return {
    dialog: `signups?signup=${signup?.id}`,
    below: [
      `stats?questionId=${question?.id}`,
      `stats?questionId=${question?.id}&by=${by?.id}`,
      `waves/${await storeWave(site, signup?.id)}`,
      `email-sender/${await storeCampaign(site)}`,
      `signups?${new URLSearchParams({ conditions })}`,
    ],
  };
}

/** Stores friends of a person, one of whom waits for a review. */
async function storeReferrals(site: ServerProcess, referrerId: string | undefined): Promise<void> {
  await site.sql(
    `insert into referral_codes (signup_id, audience, code, mailbox_key) values ($1, 'user', 'abcdefghjk', 'zoe')`,
    [referrerId],
  );
  await site.sql(
    `insert into referrals (signup_id, audience, referrer_id, referrer_audience, mailbox_key, held_for)
     select id, 'user', $1, 'user', email, case when name = 'Martin 1' then 'device' end
     from beta_signups where name in ('Martin 0', 'Martin 1')`,
    [referrerId],
  );
}

/** Stores visits from two sources. */
async function storeVisits(site: ServerProcess): Promise<void> {
  await site.sql(
    `insert into passages (day, step, audience, source_id, count)
     select current_date, step, 'user', source_id(source, 'social', ''), 20
     from unnest(array['tiktok', 'instagram']) as source, unnest(array['view', 'open', 'start']) as step`,
  );
}

/** Stores a started wave with a code that was used. @returns the wave's id */
async function storeWave(site: ServerProcess, signupId: string | undefined): Promise<string | undefined> {
  const [wave] = await site.sql<{ id: string }>(
    `insert into waves (audience, "order", count, template_id, template_version, status, started_at, total, created_by)
     values ('user', 'oldest', 1, gen_random_uuid(), 1, 'started', now(), 1, 'ines@tenue.example') returning id`,
  );
  await site.sql(
    `insert into invitations (wave_id, audience, signup_id, code_hash, valid_days, message_id, sent_at, redeemed_at)
     values ($1, 'user', $2, 'hash', 14, gen_random_uuid(), now(), now())`,
    [wave?.id, signupId],
  );
  return wave?.id;
}

/** Stores a campaign that has ended, with a message that failed. @returns the campaign's id */
async function storeCampaign(site: ServerProcess): Promise<string | undefined> {
  const [campaign] = await site.sql<{ id: string }>(
    `insert into campaigns (subject, content, recipient_type, status_filter, status, fingerprint, created_by,
       total, sent, failed, started_at, finished_at)
     values ('La bêta ouvre', '<p>Bonjour</p>', 'all', 'all', 'completed', 'x', 'ines@tenue.example', 2, 1, 1, now(), now())
     returning id`,
  );
  await site.sql(
    `insert into email_log (campaign_id, recipient_email, subject, status, email_type, lane, mailbox_key, sent_at, error_message)
     values ($1, 'a@exemple.fr', 'La bêta ouvre', 'sent', 'bulk', 'campaign', 'a', now(), null),
       ($1, 'b@exemple.fr', 'La bêta ouvre', 'failed', 'bulk', 'campaign', 'b', null, '550 refusé')`,
    [campaign?.id],
  );
  return campaign?.id;
}

/** Runs in the page: finds tables without a name, columns without a heading and rows without a row header. */
function findNamelessTables(): string[] {
  return [...document.querySelectorAll("table")]
    .filter((table) => table.checkVisibility())
    .flatMap((table) => {
      const name = table.caption?.textContent?.trim() ?? "";
      const headings = [...table.querySelectorAll("thead th")];
      const rows = [...(table.tBodies[0]?.rows ?? [])];
      const faults = [
        name === "" && "no caption",
        headings.length !== (rows[0]?.cells.length ?? 0) && "a column without a heading",
        headings.some((heading) => heading.getAttribute("scope") !== "col") && "a heading of no column",
        rows.some((row) => row.querySelectorAll("th[scope=row]").length !== 1) && "a row without a heading",
      ];
      return faults.flatMap((fault) => (fault ? [`table '${name}': ${fault}`] : []));
    });
}

/** Runs in the page: finds fields with a star that are not marked as required for screen readers. */
function findUnexposedRequired(): string[] {
  return [...document.querySelectorAll(".mantine-InputWrapper-required")]
    .map((star) => star.closest(".mantine-InputWrapper-root") ?? star.parentElement?.parentElement)
    .filter((field) => !field?.querySelector(":required, [aria-required='true']"))
    .map((field) => `required for eyes only: ${field?.textContent?.slice(0, 60)}`);
}

/** Runs in the page: finds forms with a star and without an explanation of it. */
function findUnexplainedStars(): string[] {
  const stars = [...document.querySelectorAll("main .mantine-InputWrapper-required")];
  return stars
    .filter(
      (star) =>
        star.checkVisibility() && !star.closest("form, section, main")?.textContent?.includes("astérisque"),
    )
    .map((star) => `a star without a note: ${star.parentElement?.textContent?.slice(0, 60)}`);
}

/** Runs in the page: finds links that open a tab without announcing it. */
function findUnannouncedTabs(): string[] {
  return [...document.querySelectorAll("a[target=_blank]")]
    .filter(
      (link) =>
        !/nouvel onglet|nouvelle fenêtre/i.test(`${link.textContent} ${link.getAttribute("aria-label")}`),
    )
    .map((link) => `opens a tab without saying so: ${link.outerHTML.slice(0, 90)}`);
}

/** Runs in the page. */
function findSidewaysScrolling(): string[] {
  const { scrollWidth, clientWidth } = document.documentElement;
  return scrollWidth > clientWidth ? [`scrolls sideways to ${scrollWidth} px`] : [];
}

/** Runs in the page: on a touch screen, finds fields that iOS zooms into. */
function findZoomedFields(): string[] {
  if (!matchMedia("(pointer: coarse)").matches) return [];
  const small = (field: Element) => Number.parseFloat(getComputedStyle(field).fontSize) < 16;
  const fields = document.querySelectorAll(
    "textarea, select, [contenteditable=true], input:not([type=checkbox], [type=radio], [type=file], [type=color])",
  );
  return [...fields].filter(small).map((field) => `zooms on iOS: ${field.outerHTML.slice(0, 90)}`);
}

/** Finds the faults of the page in both colour schemes and with wide text. */
async function findFaults(page: Page): Promise<string[]> {
  const faults: unknown[] = [];
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await expect(page.locator("html")).toHaveAttribute("data-mantine-color-scheme", colorScheme);
    faults.push(...(await findBarriers(page, { coloursOnly: colorScheme === "dark" })));
  }
  faults.push(...(await page.evaluate(findSidewaysScrolling)));
  faults.push(...(await page.evaluate(findNamelessTables)));
  faults.push(...(await page.evaluate(findUnexposedRequired)));
  faults.push(...(await page.evaluate(findUnexplainedStars)));
  faults.push(...(await page.evaluate(findUnannouncedTabs)));
  faults.push(...(await page.evaluate(findZoomedFields)));
  const style = await page.addStyleTag({ content: wideText });
  faults.push(...(await page.evaluate(findSidewaysScrolling)).map((fault) => `with wide text ${fault}`));
  await style.evaluate((element) => element.parentNode?.removeChild(element));
  return faults.map((fault) => `${page.url()}: ${JSON.stringify(fault)}`);
}

test("every screen passes axe in both colour schemes, never scrolls sideways, names its tables and rows, has no field that iOS zooms into, and Tab finds each control in view and uncovered", {
  tag: "@mobile",
}, async ({ adminPage: page, site, isMobile }) => {
  test.setTimeout(600_000); // two runs of axe on some thirty pages: one minute, or several beside other suites
  const ownSize = page.viewportSize() ?? narrowest;
  const size = isMobile ? narrowest : ownSize;
  await page.addInitScript(watchFocus);
  const rows = await storeRows(site);
  const below = [
    ...rows.below,
    "email-sender/new",
    ...["sources", "referrals"].map((tab) => `stats?tab=${tab}`),
    ...["suppressions", "templates", "log", "domain"].map((tab) => `emails?tab=${tab}`),
  ];
  const faults: string[] = [];
  let stops = 0;
  const screens = [...(await screenAddresses(page)), ...below.map((path) => `/admin/dashboard/${path}`)];
  for (const [index, address] of screens.entries()) {
    await page.setViewportSize(size);
    await openScreen(page, address);
    faults.push(...(await findFaults(page)));
    await page.setViewportSize(ownSize);
    const walked = await walkFocus(page, { isWhole: index === 0 });
    stops += walked.stops;
    faults.push(...walked.faults.map((fault) => `${address} ${fault}`));
  }
  expect(stops).toBeGreaterThan(800);
  await page.setViewportSize(size);
  await openScreen(page, `/admin/dashboard/${rows.dialog}`);
  faults.push(...(await findFaults(page)));
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("option").first()).toBeVisible();
  faults.push(...(await findFaults(page)));

  await page.context().clearCookies();
  for (const address of ["/admin", "/admin/setup", "/admin/activate"]) {
    await openScreen(page, address);
    faults.push(...(await findFaults(page)));
  }
  expect(faults).toEqual([]);
});

test("a screen whose code cannot be loaded shows an error and a way back", async ({
  adminPage: page,
  allowConsole,
}) => {
  allowConsole(/.*/);
  await page.route(/brand-signups-screen/, (route) => route.abort());
  await page.goto("/admin/dashboard/brands");
  await expect(page.getByRole("heading", { name: "Unexpected Application Error!" })).toBeVisible();
  await page.getByRole("link", { name: "Revenir au tableau de bord" }).click();
  await expect(page).toHaveURL(/\/admin\/dashboard$/);
});

test("the back office fetches the code of its other screens five seconds after it opened", async ({
  adminPage: page,
}) => {
  await page.clock.install();
  await page.goto("/admin/dashboard/help");
  await expect(page.getByRole("heading", { name: "Aide" })).toBeVisible();
  const code = page.waitForResponse(/brand-signups-screen/);
  await page.clock.runFor(6_000);
  expect((await code).ok()).toBe(true);
});
