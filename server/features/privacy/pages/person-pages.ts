import type { Context } from "hono";
import type { AppDependencies } from "#server/app-dependencies.ts";
import type { SitePages } from "#server/features/site/site-pages.ts";
import { isDatabaseUnavailable } from "#server/lib/database/database-errors.ts";
import { answerWithin } from "#server/lib/http/answer-within.ts";
import { createApiRouter } from "#server/lib/http/api-router.ts";
import { createErrorHandler } from "#server/lib/http/error-handler.ts";
import { ApiError, unavailable } from "#server/lib/http/errors.ts";
import { limitBody } from "#server/lib/http/request-guards.ts";

export type PageDependencies = Pick<AppDependencies, "log"> & { sitePages: SitePages };

/** As long as for other visitors, see `app.ts`. */
const patienceMs = 8_000;
/** Names and a website, encoded. */
const formBytes = 16 * 1024;

/**
 * A router for pages that people reach by a link of ours and act on with plain forms. There is no cookie behind them, so a form
 * that a foreign page sends can do no more than its sender can. What goes wrong is told on a page, too.
 */
export function createPageRouter(deps: PageDependencies, paths: string[]) {
  const router = createApiRouter();
  for (const path of paths) router.use(path, answerWithin(patienceMs), limitBody(formBytes));
  router.onError((error, c) => answerTrouble(deps, error, c));
  return router;
}

async function answerTrouble({ sitePages, log }: PageDependencies, error: Error, c: Context) {
  const plain = createErrorHandler(log);
  const trouble = isDatabaseUnavailable(error) ? unavailable() : error;
  if (!(trouble instanceof ApiError) || !isDrawn(trouble.status)) return plain(error, c);
  if (trouble.status === 503) log.error("a page could not be answered", { route: c.req.routePath, error });
  for (const [name, value] of Object.entries(trouble.headers)) c.header(name, value);
  const page = { page: "trouble", message: trouble.message } as const;
  return sitePages.answer(c, page, trouble.status).catch(() => plain(error, c));
}

const isDrawn = (status: number) =>
  status === 400 || status === 404 || status === 413 || status === 429 || status === 503;

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
