import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import { parseUrl } from "#contract/parse-url.ts";
import { audienceOf, signUpPath } from "#contract/signup-path.ts";
import { sourceOfVisit } from "#contract/sources.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import { shareInFlight } from "#server/lib/concurrency.ts";
import { createApiRouter } from "#server/lib/http/api-router.ts";
import { type ApiError, invalid } from "#server/lib/http/errors.ts";
import {
  answerWithin,
  foreignOrigin,
  limitBody,
  originOf,
  refuseOtherEncodings,
} from "#server/lib/http/request-guards.ts";
import type { Addresses } from "#server/privacy/addresses.service.ts";
import { resendToAddress } from "#server/privacy/confirmation.service.ts";
import { createDeviceReader } from "#server/referrals/client-device.ts";
import { tokenFor } from "#server/shield/form-token.rules.ts";
import { createAttemptCounter } from "#server/shield/shield.routes.ts";
import { requireOpen } from "#server/site/opening.service.ts";
import { createRefusalDrawings, refusalOf } from "#server/site/refusal-drawings.ts";
import { answerTrouble, type SitePages } from "#server/site/site-pages.service.ts";
import type { Site } from "#server/site/site-settings.service.ts";
import { readFields } from "./signup-page.rules.ts";
import {
  type DrawnForm,
  emptySignUp,
  findAsked,
  type SignupPageDeps,
  takeCorrection,
  takeForm,
} from "./signup-page.service.ts";
import { isSeen } from "./sources/passages.routes.ts";
import type { Passage, Passages } from "./sources/passages.service.ts";

const path = signUpPath();
/** The timeout of other visitors' requests, see `app.ts`. */
const timeoutMs = 8_000;

type Refused = { Variables: { refused: ApiError | null } };

type Deps = SignupPageDeps &
  Pick<AppDependencies, "db" | "config" | "now"> & {
    site: Site;
    sitePages: SitePages;
    addresses: Addresses;
    passages: Passages;
  };

function sourceOf(c: Context) {
  return sourceOfVisit(c.req.url, c.req.header("referer") ?? "", c.req.header("user-agent") ?? "");
}

function isFromInside(c: Context): boolean {
  return parseUrl(c.req.header("referer") ?? "")?.host === parseUrl(c.req.url)?.host;
}

/** The sign-up page without JavaScript: the same form, rules and rows. */
export function signupPageRoutes(deps: Deps) {
  const { sitePages, config, passages } = deps;
  const drawings = createRefusalDrawings(deps.now);
  const deviceOf = createDeviceReader(config);
  const countAttempt = createAttemptCounter(deps, deps.shield, { scripted: false });
  /**
   * Runs before the form is read. A refused form is drawn again with its answers, except during a flood. A form with a
   * hidden origin is accepted if its token is valid.
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
  /** Counts here because the page has no script. A visit that begins here also counts as a page view. */
  const countForm = (c: Context, visited: Pick<Passage, "audience" | "source">) => {
    if (c.req.method !== "GET" || !isSeen(c)) return;
    if (!isFromInside(c)) passages.count({ ...visited, step: "view", audience: null });
    passages.count({ ...visited, step: "open" });
  };
  // Many visitors who open the page at the same time share one query for the questions' revision.
  const questions = { ...deps.questions, current: shareInFlight(deps.questions.current) };

  const router = createApiRouter();
  router.onError((error, c) => answerTrouble(deps, error, c));
  for (const one of [path, `${path}/*`]) router.use(one, answerWithin(timeoutMs));
  router.get(`${path}/`, (c) => c.redirect(`${path}${new URL(c.req.url).search}`, 308));
  router.get(path, requireOpen(deps), async (c) => {
    if (c.req.query("fait") === "merci") {
      const asked = await findAsked(deps, c.req.query("jeton") ?? "");
      if (asked) return sitePages.answer(c, { page: "signed-up", asked });
      return sitePages.answerCommon(c, { page: "signed-up", asked });
    }
    const [audience, source] = [audienceOf(c.req.query("type")), sourceOf(c)];
    const form = await emptySignUp({ ...deps, questions }, audience, source);
    countForm(c, { audience, source });
    return answer(c, form);
  });
  // Redirects, so that a reload does not send the form again.
  const thank = (c: Context, token: string) => {
    c.header("cache-control", "no-store");
    return c.redirect(
      `${path}?${new URLSearchParams({ fait: "merci", ...(token && { jeton: token }) })}`,
      303,
    );
  };
  router.post(path, refuseOtherEncodings, requireOpen(deps), admit, limitBody(), async (c) => {
    const fields = readFields(await c.req.text());
    const refusal = await takeForm(deps, fields, { refused: c.var.refused, device: deviceOf(c) });
    if (refusal) return answer(c, refusal);
    return thank(c, tokenFor(audienceOf(fields.get("type")?.[0]), fields.get("token") ?? []) ?? "");
  });
  router.post(`${path}/adresse`, refuseOtherEncodings, admit, limitBody(), async (c) => {
    const fields = readFields(await c.req.text());
    const token = fields.get("token")?.[0] ?? "";
    const refusal = await takeCorrection(deps, fields, c.var.refused);
    if (!refusal) return thank(c, token);
    return sitePages.answer(c, { page: "signed-up", asked: refusal.asked }, refusal.status);
  });
  router.post(`${path}/confirmation`, refuseOtherEncodings, admit, limitBody(), async (c) => {
    if (c.var.refused) throw c.var.refused;
    const fields = readFields(await c.req.text());
    const audience = audienceOf(fields.get("type")?.[0]);
    const problem = resendToAddress(deps, { audience, email: fields.get("email")?.[0] ?? "" });
    if (problem !== null) throw invalid({ email: problem });
    return sitePages.answer(c, { page: "confirmation", token: "", place: null, state: "resent" });
  });
  return router;
}
