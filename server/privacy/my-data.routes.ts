import type { Context } from "hono";
import {
  type MyDataNotice,
  myDataNotices,
  type NewAddress,
  type PlaceLink,
  type SitePage,
} from "#contract/site-pages.ts";
import { countByAddress } from "#server/accounts/attempts.service.ts";
import type { PlaceLinks } from "#server/referrals/place-links.ts";
import { createRefusalDrawings, refusalOf } from "#server/site/refusal-drawings.ts";
import type { PageStatus } from "#server/site/site-pages.service.ts";
import {
  agreeToNews,
  type CorrectionOutcome,
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
import { extendOpenLink, findLinkOwner, type LinkOwner } from "./my-data-links.service.ts";
import {
  confirmNewAddress,
  type NewAddressDependencies,
  readNewAddress,
  requestNewAddress,
} from "./new-address.service.ts";
import {
  createPageRouter,
  lastTexts,
  type PageDependencies,
  readFields,
  readForm,
} from "./person-pages.routes.ts";
import { collectPersonalData, toMyDataFile } from "./personal-data.service.ts";

const base = "/mes-donnees";
const one = `${base}/:token` as const;

type Deps = PageDependencies &
  MyDataDependencies &
  RequestDependencies &
  NewAddressDependencies & { placeLinks: PlaceLinks };

type Shown = Omit<Extract<SitePage, { page: "my-data" }>, "page" | "token" | "openUntil" | "data" | "places">;
const nothing: Shown = { notice: null, correction: null, newAddress: null };

/**
 * Pages on which people ask for a link, and then see, correct, download or erase their data, and give or withdraw consent. Without a
 * script.
 */
export function myDataRoutes(deps: Deps) {
  const { sitePages } = deps;
  const drawings = createRefusalDrawings(deps.now);
  const countRequest = countByAddress(deps, "my-data-address");
  const token = (c: Context) => c.req.param("token") ?? "";
  const owner = (c: Context) => findLinkOwner(deps, token(c));
  const expired = (c: Context) => sitePages.answerCommon(c, { page: "my-data-gone", state: "expired" }, 404);
  /** Redirects, so that a reload does not repeat the action. */
  const done = (c: Context, notice: MyDataNotice) => c.redirect(`${base}/${token(c)}?fait=${notice}`, 303);
  const show = async (
    c: Context,
    { emailHash, openUntil }: LinkOwner,
    shown: Shown,
    status: PageStatus = 200,
  ) => {
    const data = await getMyData(deps, emailHash);
    const places: Record<string, PlaceLink> = {};
    for (const { audience, id } of data.signups) {
      const place = await deps.placeLinks.advertised({ audience, id, emailHash });
      if (place !== null) places[id] = place;
    }
    const page = {
      page: "my-data",
      token: token(c),
      openUntil: openUntil.toISOString(),
      data,
      places,
    } as const;
    return sitePages.answer(c, { ...page, ...shown }, status);
  };

  return createPageRouter(deps, [base, `${base}/*`])
    .get(`${base}/`, (c) => c.redirect(`${base}${new URL(c.req.url).search}`, 308))
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
      const holder = await owner(c);
      if (holder === null) return expired(c);
      return show(c, holder, { ...nothing, notice: noticeOf(c.req.query("fait")) });
    })
    .get(`${one}/effacer`, async (c) => {
      if ((await owner(c)) === null) return expired(c);
      return sitePages.answer(c, { page: "my-data-delete", token: token(c) });
    })
    .get(`${one}/opposition`, async (c) => {
      if ((await owner(c)) === null) return expired(c);
      return sitePages.answer(c, { page: "my-data-object", token: token(c) });
    })
    .get(`${one}/donnees.json`, async (c) => {
      const holder = await owner(c);
      if (holder === null) return expired(c);
      const { emailHash } = holder;
      const file = toMyDataFile(await collectPersonalData(deps, emailHash));
      await noteDownload(deps, emailHash);
      c.header("content-disposition", 'attachment; filename="mes-donnees-tenue.json"');
      c.header("content-type", "application/json; charset=utf-8");
      c.header("cache-control", "no-store");
      c.header("referrer-policy", "same-origin");
      return c.body(`${JSON.stringify(file, null, 2)}\n`);
    })
    .post(one, async (c) => {
      const holder = await owner(c);
      if (holder === null) return expired(c);
      const { emailHash } = holder;
      const fields = await readFields(c);
      const form = lastTexts(fields);
      const answer = (outcome: CorrectionOutcome) => {
        if (outcome === "corrected") return done(c, "corrected");
        if (outcome === "missing") return c.redirect(`${base}/${token(c)}`, 303);
        return show(c, holder, { ...nothing, correction: outcome }, 400);
      };
      switch (form.get("action")) {
        case "give":
          await agreeToNews(deps, emailHash);
          return done(c, "given");
        case "withdraw":
          await withdrawFromNews(deps, emailHash);
          return done(c, "withdrawn");
        case "extend":
          await extendOpenLink(deps, token(c));
          return done(c, "extended");
        case "object":
          await objectToUse(deps, emailHash);
          return done(c, "objected");
        case "erase":
          await eraseMyData(deps, emailHash);
          return sitePages.answerCommon(c, { page: "my-data-gone", state: "deleted" });
        case "correct":
          return answer(await correctMyData(deps, emailHash, correctionOf(form)));
        case "answers": {
          const signupId = form.get("signup") ?? "";
          return answer(await correctMyAnswers(deps, emailHash, { signupId, fields }));
        }
        case "address": {
          const typed = form.get("email") ?? "";
          const limit = await refusalOf(countRequest(c, async () => {}));
          const problem = limit?.message ?? (await requestNewAddress(deps, { emailHash, typed }));
          if (problem === null) return done(c, "address_asked");
          for (const [name, value] of Object.entries(limit?.headers ?? {})) c.header(name, value);
          return show(c, holder, { ...nothing, newAddress: { typed, problem } }, limit?.status ?? 400);
        }
        default:
          return c.redirect(`${base}/${token(c)}`, 303);
      }
    });
}

const newAddressPath = `${base}/adresse/:token` as const;

/** The page behind the link that is sent to a new address. Opening it only shows the button; the button acts. */
export function newAddressRoutes(deps: PageDependencies & NewAddressDependencies) {
  const token = (c: Context) => c.req.param("token") ?? "";
  const answer = (c: Context, state: NewAddress) =>
    deps.sitePages.answer(
      c,
      { page: "new-address", token: token(c), ...state },
      state.state === "expired" ? 404 : 200,
    );
  return createPageRouter(deps, [newAddressPath])
    .get(newAddressPath, async (c) => answer(c, await readNewAddress(deps, token(c))))
    .post(newAddressPath, async (c) => {
      const confirms = (await readForm(c)).get("action") === "confirm";
      return answer(c, await (confirms ? confirmNewAddress : readNewAddress)(deps, token(c)));
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
