import { createRoute } from "@hono/zod-openapi";
import { journalPageSchema, journalQuerySchema } from "#contract/journal.schema.ts";
import { journalPageSize } from "#contract/journal.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import { createApiRouter, jsonResponse, problems, requireSuperAdmin } from "#server/lib/http/api-router.ts";
import { findEntries } from "./journal.queries.ts";

const listRoute = createRoute({
  method: "get",
  path: "/api/admin/journal",
  tags: ["journal"],
  summary: "List the journal's entries, newest first",
  middleware: [requireSuperAdmin],
  request: { query: journalQuerySchema },
  responses: { 200: jsonResponse(journalPageSchema, "A page of entries"), ...problems(400, 401, 403) },
});

export function journalRoutes(deps: AppDependencies) {
  return createApiRouter().openapi(listRoute, async (c) => {
    // One more row than a page shows if there is a next page.
    const rows = await findEntries(deps.db, c.req.valid("query"), journalPageSize + 1);
    const page = rows.slice(0, journalPageSize);
    const nextBefore = rows.length > journalPageSize ? (page.at(-1)?.id ?? null) : null;
    const items = page.map(({ at, ...entry }) => ({ ...entry, at: at.toISOString() }));
    return c.json({ items, nextBefore }, 200);
  });
}
