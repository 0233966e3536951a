import { createMiddleware } from "hono/factory";
import { signupRefusals } from "#contract/signup-refusals.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import { ApiError } from "#server/lib/http/errors.ts";
import { isOpen } from "./opening.rules.ts";
import type { Site } from "./site-settings.service.ts";

/** Refuses sign-ups while a public site has placeholders instead of its owner's details. */
export function requireOpen({ site, config }: Pick<AppDependencies, "config"> & { site: Site }) {
  return createMiddleware(async (_c, next) => {
    if (!isOpen(config.baseUrl, await site.current())) {
      throw new ApiError(403, "not_open_yet", signupRefusals.notOpenYet);
    }
    await next();
  });
}
