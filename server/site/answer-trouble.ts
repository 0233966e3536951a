import type { Context } from "hono";
import type { AppDependencies } from "#server/app-dependencies.ts";
import { isDatabaseUnavailable } from "#server/lib/database/database-errors.ts";
import { createErrorHandler } from "#server/lib/http/error-handler.ts";
import { ApiError, unavailable } from "#server/lib/http/errors.ts";
import type { SitePages } from "./site-pages.ts";

/** On a page of the site, what went wrong is told on a page, too. */
export async function answerTrouble(
  { sitePages, log }: Pick<AppDependencies, "log"> & { sitePages: SitePages },
  error: Error,
  c: Context,
): Promise<Response> {
  const plain = createErrorHandler(log);
  const trouble = isDatabaseUnavailable(error) ? unavailable() : error;
  if (!(trouble instanceof ApiError) || !isDrawn(trouble.status)) return plain(error, c);
  const { status, message, headers } = trouble;
  if (status === 503) log.error("a page could not be answered", { route: c.req.routePath, error });
  for (const [name, value] of Object.entries(headers)) c.header(name, value);
  // A flood of refusals costs no drawing: there are few sentences, and each is kept.
  const packing = { ending: "", kept: { name: `trouble ${status}`, version: message } };
  return sitePages
    .answerPacked(c, { page: "trouble", message }, packing, status)
    .catch(() => plain(error, c));
}

const drawn: ReadonlySet<number> = new Set([400, 403, 404, 413, 415, 429, 503]);
const isDrawn = (status: number) => drawn.has(status);
