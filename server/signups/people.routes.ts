import { createRoute } from "@hono/zod-openapi";
import { peopleQuerySchema, peopleSchema } from "#contract/people.schema.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import { createApiRouter, jsonAnswer, problems } from "#server/lib/http/api-router.ts";
import { searchPeople } from "./people.service.ts";

const searchRoute = createRoute({
  method: "get",
  path: "/api/admin/people",
  tags: ["signups"],
  summary: "A few of those who signed up, users and brands, by a part of their name or address",
  request: { query: peopleQuerySchema },
  responses: { 200: jsonAnswer(peopleSchema, "The nearest ones, no address twice"), ...problems(400, 401) },
});

export function peopleRoutes({ db }: Pick<AppDependencies, "db">) {
  return createApiRouter().openapi(searchRoute, async (c) =>
    c.json({ items: await searchPeople(db, c.req.valid("query").search) }, 200),
  );
}
