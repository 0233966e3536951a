import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import { audienceOf, signUpPath } from "#contract/signup-words.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import { shareInFlight } from "#server/lib/concurrency.ts";
import { createApiRouter } from "#server/lib/http/api-router.ts";
import type { ApiError } from "#server/lib/http/errors.ts";
import {
  answerWithin,
  foreignOrigin,
  limitBody,
  originOf,
  refuseOtherEncodings,
} from "#server/lib/http/request-guards.ts";
import { createAttemptCounter } from "#server/shield/shield.routes.ts";
import { requireOpen } from "#server/site/opening.service.ts";
import { createRefusalDrawings, refusalOf } from "#server/site/refusal-drawings.ts";
import { answerTrouble, type SitePages } from "#server/site/site-pages.service.ts";
import type { Site } from "#server/site/site-settings.service.ts";
import { readFields } from "./signup-page.rules.ts";
import { type DrawnForm, emptySignUp, type SignupPageDeps, takeForm } from "./signup-page.service.ts";

const path = signUpPath();
/** As long as for other visitors, see `app.ts`. */
const patienceMs = 8_000;

type Refused = { Variables: { refused: ApiError | null } };

type Deps = SignupPageDeps & Pick<AppDependencies, "config" | "now"> & { site: Site; sitePages: SitePages };

/** The sign-up as a page without JavaScript: the same form, rules and rows. */
export function signupPageRoutes(deps: Deps) {
  const { sitePages, config } = deps;
  const drawings = createRefusalDrawings(deps.now);
  const countAttempt = createAttemptCounter(deps, deps.shield, { scripted: false });
  /**
   * Before anything of the form is read. A refused form is drawn again with its answers, as long as that is no flood. One whose
   * origin is hidden is ours if its token is.
   */
  const admit = createMiddleware<Refused>(async (c, next) => {
    const isForeign = originOf(c, config.baseUrl) === "foreign";
    const refused = isForeign ? foreignOrigin() : await refusalOf(countAttempt(c));
    if (refused && !drawings.mayDraw()) throw refused;
    c.set("refused", refused);
    await next();
  });
  const answer = (c: Context, { page, packing, status, headers }: DrawnForm) => {
    for (const [name, value] of Object.entries(headers)) c.header(name, value);
    return sitePages.answerPacked(c, page, packing, status);
  };
  // A crowd that opens the page at the same moment asks for the questions' revision once.
  const questions = { ...deps.questions, current: shareInFlight(deps.questions.current) };

  const router = createApiRouter();
  router.onError((error, c) => answerTrouble(deps, error, c));
  router.use(path, answerWithin(patienceMs));
  router.get(`${path}/`, (c) => c.redirect(path, 308));
  router.get(path, requireOpen(deps), async (c) => {
    if (c.req.query("fait") === "merci") return sitePages.answerCommon(c, { page: "signed-up" });
    return answer(c, await emptySignUp({ ...deps, questions }, audienceOf(c.req.query("type"))));
  });
  router.post(path, refuseOtherEncodings, requireOpen(deps), admit, limitBody(), async (c) => {
    const refusal = await takeForm(deps, readFields(await c.req.text()), c.var.refused);
    if (refusal) return answer(c, refusal);
    // Shown by another request, so that to load the page again sends nothing again.
    c.header("cache-control", "no-store");
    return c.redirect(`${path}?fait=merci`, 303);
  });
  return router;
}
