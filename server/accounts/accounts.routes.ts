import type { AppDependencies } from "#server/app-dependencies.ts";
import { createApiRouter } from "#server/lib/http/api-router.ts";
import { adminListRoutes } from "./admin-list.routes.ts";
import { invitationsRoutes } from "./invitations.routes.ts";
import { linksRoutes } from "./links.routes.ts";
import type { InvitationDependencies } from "./mailed-link.ts";
import { meRoutes } from "./me.routes.ts";
import { ownPasswordRoutes } from "./own-password.routes.ts";
import { ownSessionsRoutes } from "./own-sessions.routes.ts";
import { signInRoutes } from "./sign-in.routes.ts";
import { twoFactorRoutes } from "./two-factor.routes.ts";

/** Coming in and going out. */
export function authRoutes(deps: InvitationDependencies) {
  return createApiRouter().route("/", signInRoutes(deps)).route("/", linksRoutes(deps));
}

/** What everybody does about the own account. */
export function accountRoutes(deps: AppDependencies) {
  return createApiRouter()
    .route("/", meRoutes(deps))
    .route("/", ownPasswordRoutes(deps))
    .route("/", twoFactorRoutes(deps))
    .route("/", ownSessionsRoutes(deps));
}

/** What super administrators do about all accounts. */
export function adminsRoutes(deps: InvitationDependencies) {
  return createApiRouter().route("/", adminListRoutes(deps)).route("/", invitationsRoutes(deps));
}
