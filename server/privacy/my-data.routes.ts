import type { Context } from "hono";
import { type MyDataNotice, myDataNotices } from "#contract/site-pages.ts";
import { countByAddress } from "#server/accounts/attempts.service.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import { createRefusalDrawings, refusalOf } from "#server/site/refusal-drawings.ts";
import {
  agreeToNews,
  correctMyData,
  eraseMyData,
  type MyDataDependencies,
  noteDownload,
  type RequestDependencies,
  requestMyData,
  withdrawFromNews,
} from "./my-data.service.ts";
import { findLinkOwner } from "./my-data-links.service.ts";
import { createPageRouter, type PageDependencies, readForm } from "./person-pages.ts";
import { collectPersonalData } from "./personal-data.service.ts";
import { toMyData, toMyDataFile } from "./personal-data.view.ts";

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
      const data = toMyData(await collectPersonalData(deps.db, emailHash));
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
      const form = await readForm(c);
      switch (form.get("action")) {
        case "give":
          await agreeToNews(deps, emailHash);
          return done(c, "given");
        case "withdraw":
          await withdrawFromNews(deps, emailHash);
          return done(c, "withdrawn");
        case "erase":
          await eraseMyData(deps, emailHash);
          return sitePages.answerCommon(c, { page: "my-data-gone", state: "deleted" });
        case "correct": {
          const correction = await correctMyData(deps, emailHash, correctionOf(form));
          if (correction === null) return done(c, "corrected");
          const data = toMyData(await collectPersonalData(deps.db, emailHash));
          const page = { page: "my-data", token: token(c), data, notice: null, correction } as const;
          return sitePages.answer(c, page, 400);
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
