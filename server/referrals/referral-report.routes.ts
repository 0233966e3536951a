import { createRoute } from "@hono/zod-openapi";
import {
  friendsQuerySchema,
  friendsSchema,
  heldFriendsSchema,
  referralsQuerySchema,
  referralsSchema,
  referrerIdSchema,
  referrersQuerySchema,
  referrersSchema,
  reviewedReferralsSchema,
  reviewReferralsSchema,
} from "#contract/referral-report.schema.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import { createApiRouter, jsonBody, jsonResponse, problems } from "#server/lib/http/api-router.ts";
import { limitBody } from "#server/lib/http/request-guards.ts";
import {
  getReferrals,
  listFriends,
  listHeldFriends,
  listReferrers,
  reviewReferrals,
} from "./referral-report.service.ts";

const tags = ["referrals"];
const path = "/api/admin/referrals";

const reportRoute = createRoute({
  method: "get",
  path,
  tags,
  summary: "Count friends, by source and day in Europe/Paris",
  request: { query: referralsQuerySchema },
  responses: { 200: jsonResponse(referralsSchema, "The report"), ...problems(400, 401) },
});

const referrersRoute = createRoute({
  method: "get",
  path: `${path}/referrers`,
  tags,
  summary: "List referrers page by page, most friends first",
  request: { query: referrersQuerySchema },
  responses: { 200: jsonResponse(referrersSchema, "The page"), ...problems(400, 401) },
});

const friendsRoute = createRoute({
  method: "get",
  path: `${path}/referrers/{id}/friends`,
  tags,
  summary: "List a person's friends page by page, newest first",
  request: { params: referrerIdSchema, query: friendsQuerySchema },
  responses: { 200: jsonResponse(friendsSchema, "The page"), ...problems(400, 401) },
});

const heldRoute = createRoute({
  method: "get",
  path: `${path}/held`,
  tags,
  summary: "List the friends that wait for a review page by page, with the reason",
  request: { query: friendsQuerySchema },
  responses: { 200: jsonResponse(heldFriendsSchema, "The page"), ...problems(400, 401) },
});

const reviewRoute = createRoute({
  method: "post",
  path: `${path}/review`,
  tags,
  summary: "Count or reject friends; the opposite verdict undoes it",
  middleware: [limitBody()] as const,
  request: jsonBody(reviewReferralsSchema),
  responses: { 200: jsonResponse(reviewedReferralsSchema, "How many changed"), ...problems(400, 401, 413) },
});

/** Routes of the referral report, for every admin. */
export function referralReportRoutes(dependencies: AppDependencies) {
  const { db } = dependencies;
  return createApiRouter()
    .openapi(reportRoute, async (c) => c.json(await getReferrals(dependencies, c.req.valid("query")), 200))
    .openapi(referrersRoute, async (c) =>
      c.json(await listReferrers(dependencies, c.req.valid("query")), 200),
    )
    .openapi(friendsRoute, async (c) => {
      const { before = null } = c.req.valid("query");
      return c.json(await listFriends(db, c.req.valid("param").id, { before }), 200);
    })
    .openapi(heldRoute, async (c) => {
      const { before = null } = c.req.valid("query");
      return c.json(await listHeldFriends(db, { before }), 200);
    })
    .openapi(reviewRoute, async (c) => {
      const reviewed = await reviewReferrals(dependencies, c.req.valid("json"), c.var.admin.email);
      return c.json({ reviewed }, 200);
    });
}
