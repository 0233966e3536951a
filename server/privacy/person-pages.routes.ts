import type { Context } from "hono";
import { type Correction, type MyDataNotice, myDataNotices } from "#contract/site-pages.ts";
import { countByAddress } from "#server/accounts/attempts.service.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import { createApiRouter } from "#server/lib/http/api-router.ts";
import { ApiError } from "#server/lib/http/errors.ts";
import { answerWithin, limitBody } from "#server/lib/http/request-guards.ts";
import { createRefusalDrawings, refusalOf } from "#server/site/refusal-drawings.ts";
import { answerTrouble, type SitePages } from "#server/site/site-pages.service.ts";
import type { Addresses } from "./addresses.service.ts";
import {
  agreeToNews,
  correctMyAnswers,
  correctMyData,
  eraseMyData,
  getMyData,
  type MyDataDependencies,
  noteDownload,
  objectToUse,
  type RequestDependencies,
  requestMyData,
  withdrawFromNews,
} from "./my-data.service.ts";
import { findLinkOwner } from "./my-data-links.service.ts";
import { collectPersonalData, toMyDataFile } from "./personal-data.service.ts";
import {
  isUnsubscribed,
  resubscribe,
  type UnsubscribeDependencies,
  unsubscribe,
} from "./unsubscribe.service.ts";

export type PageDependencies = Pick<AppDependencies, "log"> & { sitePages: SitePages };

/** As long as for other visitors, see `app.ts`. */
const patienceMs = 8_000;
/** Names, a website and answers, encoded: as much as a sign-up may send. */
const formBytes = 64 * 1024;

/**
 * A router for pages that people reach by a link of ours and act on with plain forms. There is no cookie behind them, so a form
 * that a foreign page sends can do no more than its sender can. Errors are answered with a page, too.
 */
export function createPageRouter(deps: PageDependencies, paths: string[]) {
  const router = createApiRouter();
  for (const path of paths) router.use(path, answerWithin(patienceMs), limitBody(formBytes));
  router.onError((error, c) => answerTrouble(deps, error, c));
  return router;
}

/** The fields of a form with all their texts, whichever way it is encoded; a body that is no form has none. */
async function readFields(c: Context): Promise<Map<string, string[]>> {
  const fields = new Map<string, string[]>();
  const type = c.req.header("content-type") ?? "";
  if (!/^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i.test(type.trim())) return fields;
  const body = await c.req.raw.formData().catch((error: unknown) => {
    if (error instanceof ApiError) throw error; // it was too long
    return new FormData();
  });
  for (const [name, value] of body) {
    // Browsers send a line break as two characters; it counts as one.
    if (typeof value === "string")
      fields.set(name, [...(fields.get(name) ?? []), value.replaceAll("\r\n", "\n")]);
  }
  return fields;
}

/** The last text of each field. */
export async function readForm(c: Context): Promise<Map<string, string>> {
  return lastTexts(await readFields(c));
}

const lastTexts = (fields: Map<string, string[]>) =>
  new Map([...fields].map(([name, texts]) => [name, texts.at(-1) ?? ""]));

const path = "/desinscription/:token";

/**
 * The page behind 'Me désinscrire', and the address that mail providers post to for one-click unsubscribing (RFC 8058): without
 * a cookie, from any origin, any number of times. Every POST unsubscribes, except one with `action=return`.
 */
export function unsubscribeRoutes(
  deps: PageDependencies & UnsubscribeDependencies & { addresses: Addresses },
) {
  const { sitePages, addresses } = deps;
  const token = (c: Context) => c.req.param("token") ?? "";
  const unknown = (c: Context) =>
    sitePages.answerCommon(c, { page: "unsubscribe", token: "", state: "unknown" }, 404);
  return createPageRouter(deps, [path])
    .get(path, async (c) => {
      const emailHash = await addresses.readUnsubscribeToken(token(c));
      if (emailHash === null) return unknown(c);
      const state = (await isUnsubscribed(deps, emailHash)) ? "left" : "ask";
      return sitePages.answer(c, { page: "unsubscribe", token: token(c), state });
    })
    .post(path, async (c) => {
      const emailHash = await addresses.readUnsubscribeToken(token(c));
      if (emailHash === null) return unknown(c);
      const form = await readForm(c);
      const isReturn = form.get("action") === "return";
      const isKept = isReturn && !(await resubscribe(deps, emailHash));
      if (!isReturn) await unsubscribe(deps, emailHash);
      // A mail provider does not read the answer, and in a burst drawing pages would take as long as all the rest.
      if (form.get("List-Unsubscribe") === "One-Click")
        return c.body(null, 200, { "Referrer-Policy": "same-origin" });
      const state = isReturn ? (isKept ? "kept" : "returned") : "left";
      return sitePages.answer(c, { page: "unsubscribe", token: token(c), state }, isKept ? 429 : 200);
    });
}

const base = "/mes-donnees";
const one = `${base}/:token` as const;

type Deps = PageDependencies & MyDataDependencies & RequestDependencies & Pick<AppDependencies, "config">;

/** What people do with their own data: ask for a link, then see, correct, take along, agree, withdraw and erase. Without a script. */
export function myDataRoutes(deps: Deps) {
  const { sitePages } = deps;
  const drawings = createRefusalDrawings(deps.now);
  const countRequest = countByAddress(deps, "my-data-address");
  const token = (c: Context) => c.req.param("token") ?? "";
  const owner = (c: Context) => findLinkOwner(deps, token(c));
  const expired = (c: Context) => sitePages.answerCommon(c, { page: "my-data-gone", state: "expired" }, 404);
  /** Shown by another request, so that to load the page again does nothing again. */
  const done = (c: Context, notice: MyDataNotice) => c.redirect(`${base}/${token(c)}?fait=${notice}`, 303);

  return createPageRouter(deps, [base, `${base}/*`])
    .get(base, (c) =>
      sitePages.answerCommon(c, { page: "my-data-request", state: "ask", problem: null, email: "" }),
    )
    .post(base, async (c) => {
      const refused = await refusalOf(countRequest(c, async () => {}));
      if (refused && !drawings.mayDraw()) throw refused;
      const email = (await readForm(c)).get("email") ?? "";
      const problem = refused?.message ?? requestMyData(deps, email);
      if (problem === null)
        return sitePages.answerCommon(c, { page: "my-data-request", state: "sent", problem, email: "" });
      for (const [name, value] of Object.entries(refused?.headers ?? {})) c.header(name, value);
      const page = { page: "my-data-request", state: "ask", problem, email } as const;
      return sitePages.answer(c, page, refused?.status ?? 400);
    })
    .get(one, async (c) => {
      const emailHash = await owner(c);
      if (emailHash === null) return expired(c);
      const data = await getMyData(deps.db, emailHash);
      const notice = noticeOf(c.req.query("fait"));
      return sitePages.answer(c, { page: "my-data", token: token(c), data, notice, correction: null });
    })
    .get(`${one}/effacer`, async (c) => {
      if ((await owner(c)) === null) return expired(c);
      return sitePages.answer(c, { page: "my-data-delete", token: token(c) });
    })
    .get(`${one}/donnees.json`, async (c) => {
      const emailHash = await owner(c);
      if (emailHash === null) return expired(c);
      const file = toMyDataFile(await collectPersonalData(deps.db, emailHash));
      await noteDownload(deps, emailHash);
      c.header("content-disposition", 'attachment; filename="mes-donnees-tenue.json"');
      c.header("content-type", "application/json; charset=utf-8");
      c.header("cache-control", "no-store");
      c.header("referrer-policy", "same-origin");
      return c.body(`${JSON.stringify(file, null, 2)}\n`);
    })
    .post(one, async (c) => {
      const emailHash = await owner(c);
      if (emailHash === null) return expired(c);
      const fields = await readFields(c);
      const form = lastTexts(fields);
      const refuse = async (correction: Correction) => {
        const data = await getMyData(deps.db, emailHash);
        return sitePages.answer(c, { page: "my-data", token: token(c), data, notice: null, correction }, 400);
      };
      switch (form.get("action")) {
        case "give":
          await agreeToNews(deps, emailHash);
          return done(c, "given");
        case "withdraw":
          await withdrawFromNews(deps, emailHash);
          return done(c, "withdrawn");
        case "object":
          await objectToUse(deps, emailHash);
          return done(c, "objected");
        case "erase":
          await eraseMyData(deps, emailHash);
          return sitePages.answerCommon(c, { page: "my-data-gone", state: "deleted" });
        case "correct": {
          const correction = await correctMyData(deps, emailHash, correctionOf(form));
          return correction === null ? done(c, "corrected") : refuse(correction);
        }
        case "answers": {
          const signupId = form.get("signup") ?? "";
          const correction = await correctMyAnswers(deps, emailHash, { signupId, fields });
          return correction === null ? done(c, "corrected") : refuse(correction);
        }
        default:
          return c.redirect(`${base}/${token(c)}`, 303);
      }
    });
}

function correctionOf(form: Map<string, string>) {
  const text = (name: string) => form.get(name) ?? "";
  return {
    signupId: text("signup"),
    typed: { firstname: text("firstname"), name: text("name"), website: text("website") },
  };
}

function noticeOf(text: string | undefined): MyDataNotice | null {
  return Object.keys(myDataNotices).find((name): name is MyDataNotice => name === text) ?? null;
}
