import type { Context } from "hono";
import type { Addresses } from "./addresses.service.ts";
import { comeBack, hasLeft, type LeavingDependencies, leave } from "./leaving.service.ts";
import { createPageRouter, type PageDependencies, readForm } from "./person-pages.ts";

const path = "/desinscription/:token";

/**
 * The page behind 'Me désinscrire', and the address that mail providers post to for one-click unsubscribing (RFC 8058): without
 * a cookie, from any origin, any number of times. Every POST unsubscribes, except one with `action=return`.
 */
export function leavingRoutes(deps: PageDependencies & LeavingDependencies & { addresses: Addresses }) {
  const { sitePages, addresses } = deps;
  const token = (c: Context) => c.req.param("token") ?? "";
  const unknown = (c: Context) =>
    sitePages.answerCommon(c, { page: "unsubscribe", token: "", state: "unknown" }, 404);
  return createPageRouter(deps, [path])
    .get(path, async (c) => {
      const emailHash = await addresses.readLeaveToken(token(c));
      if (emailHash === null) return unknown(c);
      const state = (await hasLeft(deps, emailHash)) ? "left" : "ask";
      return sitePages.answer(c, { page: "unsubscribe", token: token(c), state });
    })
    .post(path, async (c) => {
      const emailHash = await addresses.readLeaveToken(token(c));
      if (emailHash === null) return unknown(c);
      const form = await readForm(c);
      const isReturn = form.get("action") === "return";
      const isKept = isReturn && !(await comeBack(deps, emailHash));
      if (!isReturn) await leave(deps, emailHash);
      // A mail provider does not read the answer, and in a burst drawing pages would take as long as all the rest.
      if (form.get("List-Unsubscribe") === "One-Click")
        return c.body(null, 200, { "Referrer-Policy": "same-origin" });
      const state = isReturn ? (isKept ? "kept" : "returned") : "left";
      return sitePages.answer(c, { page: "unsubscribe", token: token(c), state }, isKept ? 429 : 200);
    });
}
