import type { AppDependencies } from "#server/app-dependencies.ts";
import { createApiRouter } from "#server/lib/http/api-router.ts";
import { adminListRoutes } from "./admins/admin-list.routes.ts";
import { meRoutes } from "./admins/me.routes.ts";
import { invitationsRoutes } from "./links/invitations.routes.ts";
import { linksRoutes } from "./links/links.routes.ts";
import type { InvitationDependencies } from "./links/mailed-link.ts";
import { ownPasswordRoutes } from "./passwords/own-password.routes.ts";
import { ownSessionsRoutes } from "./sessions/own-sessions.routes.ts";
import { signInRoutes } from "./sign-in/sign-in.routes.ts";
import { twoFactorRoutes } from "./two-factor/two-factor.routes.ts";

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
