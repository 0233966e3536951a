import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import {
  linkOwnerSchema,
  readLinkSchema,
  redeemLinkSchema,
  requestLinkSchema,
} from "#contract/admins.schema.ts";
import { createApiRouter, jsonAnswer, jsonBody, problems } from "#server/lib/http/api-router.ts";
import { limitBody } from "#server/lib/http/request-guards.ts";
import { type AddressKind, countByAddress } from "./attempts.service.ts";
import { type InvitationDependencies, readLink, redeemLink, requestLink } from "./links.service.ts";
import { createRequestIdentity } from "./request-identity.ts";

const tags = ["Sign-in"];
const statusSchema = z.object({ status: z.literal(true) });
const done = { status: true } as const;

const readLinkRoute = createRoute({
  method: "post",
  path: "/api/auth/link",
  tags,
  summary: "Whose one-time link this is; changes nothing",
  description: "A POST, so that the token is in no URL and no access log.",
  request: jsonBody(readLinkSchema),
  responses: { 200: jsonAnswer(linkOwnerSchema, "The account"), ...problems(400, 429) },
});

const redeemLinkRoute = createRoute({
  method: "post",
  path: "/api/auth/reset-password",
  tags,
  summary: "Choose a password with a one-time link",
  request: jsonBody(redeemLinkSchema),
  responses: { 200: jsonAnswer(statusSchema, "The password is set"), ...problems(400, 429) },
});

const requestLinkRoute = createRoute({
  method: "post",
  path: "/api/auth/request-password-reset",
  tags,
  summary: "Ask for a link by e-mail after a forgotten password; the answer tells nothing",
  request: jsonBody(requestLinkSchema),
  responses: { 200: jsonAnswer(statusSchema, "Noted"), ...problems(400, 429) },
});

export function linksRoutes(deps: InvitationDependencies) {
  const identity = createRequestIdentity(deps);
  const counted = (kind: AddressKind) => ({ middleware: [countByAddress(deps, kind), limitBody()] });
  return createApiRouter()
    .openapi({ ...readLinkRoute, ...counted("link-address") }, async (c) =>
      c.json(await readLink(deps, { ...c.req.valid("json"), client: await identity.client(c) }), 200),
    )
    .openapi({ ...redeemLinkRoute, ...counted("link-address") }, async (c) => {
      const { email } = await redeemLink(deps, c.req.valid("json"));
      await identity.rememberDevice(c, email);
      return c.json(done, 200);
    })
    .openapi({ ...requestLinkRoute, ...counted("lost-password-address") }, async (c) => {
      await requestLink(deps, c.req.valid("json"));
      return c.json(done, 200);
    });
}
