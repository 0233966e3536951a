import type { Context } from "hono";
import type { ConfirmationState } from "#contract/site-pages.ts";
import {
  type ConfirmationDependencies,
  confirmAddress,
  eraseUnwanted,
  readConfirmation,
  resendConfirmation,
} from "./confirmation.service.ts";
import { createPageRouter, type PageDependencies, readForm } from "./person-pages.routes.ts";

const path = "/confirmation/:token";

/** The page behind the buttons of confirmation messages. Opening it shows what can be done; posting its form does it. */
export function confirmationPageRoutes(deps: PageDependencies & ConfirmationDependencies) {
  const token = (c: Context) => c.req.param("token") ?? "";
  const answer = (c: Context, state: ConfirmationState) =>
    deps.sitePages.answer(c, { page: "confirmation", token: token(c), state });
  return createPageRouter(deps, [path])
    .get(path, async (c) => {
      const state = await readConfirmation(deps, token(c));
      const asksToErase = state !== "expired" && c.req.query("action") === "erase";
      return answer(c, asksToErase ? "ask_erase" : state);
    })
    .post(path, async (c) => {
      switch ((await readForm(c)).get("action")) {
        case "confirm":
          return answer(c, await confirmAddress(deps, token(c)));
        case "erase":
          return answer(c, await eraseUnwanted(deps, token(c)));
        case "resend":
          await resendConfirmation(deps, token(c));
          return answer(c, "resent");
        default:
          return answer(c, await readConfirmation(deps, token(c)));
      }
    });
}
