import type { Context } from "hono";
import type { AppDependencies } from "#server/app-dependencies.ts";
import { createApiRouter } from "#server/lib/http/api-router.ts";
import { ApiError } from "#server/lib/http/errors.ts";
import { answerWithin, limitBody } from "#server/lib/http/request-guards.ts";
import { answerTrouble, type SitePages } from "#server/site/site-pages.service.ts";
import type { Addresses } from "./addresses.service.ts";
import {
  isUnsubscribed,
  resubscribe,
  type UnsubscribeDependencies,
  unsubscribe,
} from "./unsubscribe.service.ts";

export type PageDependencies = Pick<AppDependencies, "log"> & { sitePages: SitePages };

/** The timeout of other visitors' requests, see `app.ts`. */
const timeoutMs = 8_000;
/** Names, a website and answers, encoded: the same limit as for a sign-up. */
const formBytes = 64 * 1024;

/**
 * A router for pages that people open by a personal link and use by plain forms. These pages have no cookie, so a form from a
 * foreign page can do no more than its sender can. Errors are answered with a page, too.
 */
export function createPageRouter(deps: PageDependencies, paths: string[]) {
  const router = createApiRouter();
  for (const path of paths) router.use(path, answerWithin(timeoutMs), limitBody(formBytes));
  router.onError((error, c) => answerTrouble(deps, error, c));
  return router;
}

/** The fields of a form with all their texts, in either encoding. A body that is no form has no fields. */
export async function readFields(c: Context): Promise<Map<string, string[]>> {
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

export const lastTexts = (fields: Map<string, string[]>) =>
  new Map([...fields].map(([name, texts]) => [name, texts.at(-1) ?? ""]));

const path = "/desinscription/:token";

/**
 * The page behind 'Me désinscrire', to which mail providers also post for one-click unsubscribing (RFC 8058). It works without
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
      // A mail provider does not read the answer, and in a burst, drawing pages would double the work.
      if (form.get("List-Unsubscribe") === "One-Click")
        return c.body(null, 200, { "Referrer-Policy": "same-origin" });
      const state = isReturn ? (isKept ? "kept" : "returned") : "left";
      return sitePages.answer(c, { page: "unsubscribe", token: token(c), state }, isKept ? 429 : 200);
    });
}
