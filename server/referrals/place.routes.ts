import type { Context } from "hono";
import { type PlaceNotice, placeNotices, placePath } from "#contract/site-pages.ts";
import { createPageRouter, type PageDependencies, readForm } from "#server/privacy/person-pages.routes.ts";
import { type PlaceDependencies, readPlace, renewLink } from "./place.service.ts";

const path = "/ma-place/:token";

/** Routes of a person's own page: the state of their request, and their referral link. It needs no account. */
export function placeRoutes(deps: PageDependencies & PlaceDependencies) {
  const token = (c: Context) => c.req.param("token") ?? "";
  const unknown = (c: Context) =>
    deps.sitePages.answerCommon(c, { page: "place", token: "", notice: null, state: "unknown" }, 404);
  return createPageRouter(deps, [path])
    .get(path, async (c) => {
      const place = await readPlace(deps, token(c));
      if (place.state === "unknown") return unknown(c);
      const notice = noticeOf(c.req.query("fait"));
      return deps.sitePages.answer(c, { page: "place", token: token(c), notice, ...place });
    })
    .post(path, async (c) => {
      if (deps.placeLinks.read(token(c)) === null) return unknown(c);
      const renews = (await readForm(c)).get("action") === "renew";
      const notice = renews ? await renewLink(deps, token(c)) : null;
      return c.redirect(`${placePath(token(c))}${notice ? `?fait=${notice}` : ""}`, 303);
    });
}

function noticeOf(text: string | undefined): PlaceNotice | null {
  return Object.keys(placeNotices).find((name): name is PlaceNotice => name === text) ?? null;
}
