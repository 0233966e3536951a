import type { Context } from "hono";
import { type Confirmation, confirmationActions } from "#contract/site-pages.ts";
import type { PlaceLinks } from "#server/referrals/place-links.ts";
import {
  askToErase,
  type ConfirmationDependencies,
  confirmAddress,
  eraseUnwanted,
  readConfirmation,
  resendConfirmation,
} from "./confirmation.service.ts";
import { createPageRouter, type PageDependencies, readForm } from "./person-pages.routes.ts";

const path = "/confirmation/:token";

/** The page behind the buttons of confirmation messages. Opening it shows the possible actions; its form submits one of them. */
export function confirmationPageRoutes(
  deps: PageDependencies & ConfirmationDependencies & { placeLinks: PlaceLinks },
) {
  const token = (c: Context) => c.req.param("token") ?? "";
  const answer = async (c: Context, confirmation: Confirmation) => {
    const holder = confirmation.state === "confirmed" ? deps.confirmationTokens.read(token(c)) : null;
    const place = holder && (await deps.placeLinks.advertised(holder));
    return deps.sitePages.answer(c, { page: "confirmation", token: token(c), place, ...confirmation });
  };
  return createPageRouter(deps, [path])
    .get(path, async (c) => {
      const read = c.req.query("action") === "erase" ? askToErase : readConfirmation;
      return answer(c, await read(deps, token(c)));
    })
    .post(path, async (c) => {
      const action = (await readForm(c)).get("action");
      const confirms = confirmationActions.find((one) => one === action);
      if (confirms) return answer(c, await confirmAddress(deps, token(c), confirms));
      switch (action) {
        case "erase":
          return answer(c, await eraseUnwanted(deps, token(c)));
        case "resend":
          await resendConfirmation(deps, token(c));
          return answer(c, { state: "resent" });
        default:
          return answer(c, await readConfirmation(deps, token(c)));
      }
    });
}
