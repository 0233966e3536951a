import type { Context } from "hono";
import type { AppDependencies } from "#server/app-dependencies.ts";
import { answerWithin } from "#server/lib/http/answer-within.ts";
import { createApiRouter } from "#server/lib/http/api-router.ts";
import { ApiError } from "#server/lib/http/errors.ts";
import { limitBody } from "#server/lib/http/request-guards.ts";
import { answerTrouble, type SitePages } from "#server/site/site-pages.service.ts";

export type PageDependencies = Pick<AppDependencies, "log"> & { sitePages: SitePages };

/** As long as for other visitors, see `app.ts`. */
const patienceMs = 8_000;
/** Names and a website, encoded. */
const formBytes = 16 * 1024;

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

/** The texts of a form, whichever way it is encoded; what cannot be read as one has none. */
export async function readForm(c: Context): Promise<Map<string, string>> {
  const type = c.req.header("content-type") ?? "";
  if (!/^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i.test(type.trim())) return new Map();
  const body = await c.req.raw.formData().catch((error: unknown) => {
    if (error instanceof ApiError) throw error; // it was too long
    return new FormData();
  });
  return new Map([...body].flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])));
}
