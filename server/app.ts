import { OpenAPIHono } from "@hono/zod-openapi";
import type { MiddlewareHandler } from "hono";
import { passagesPath } from "#contract/sources.ts";
import { accountRoutes, sessionsRoutes } from "./accounts/account.routes.ts";
import { adminsRoutes, setUpRoutes } from "./accounts/admins.routes.ts";
import { apiTokensRoutes } from "./accounts/api-tokens.routes.ts";
import { authenticateTokens } from "./accounts/api-tokens.service.ts";
import type { InvitationDependencies } from "./accounts/passwords.service.ts";
import { requireAdmin } from "./accounts/sessions.service.ts";
import { confirmationRoutes, linksRoutes, signInRoutes } from "./accounts/sign-in.routes.ts";
import { twoFactorRoutes } from "./accounts/two-factor.routes.ts";
import { addApiDocs } from "./api-docs/api-docs.routes.ts";
import { backupsRoutes } from "./backup/schedule/backups.routes.ts";
import type { BackupSchedule } from "./backup/schedule/schedule.service.ts";
import { invitationPageRoutes, invitationsRoutes } from "./invitations/invitations.routes.ts";
import type { PointsRanks } from "./invitations/points-ranks.service.ts";
import { redeemRoutes } from "./invitations/redeem.routes.ts";
import { wavesRoutes } from "./invitations/waves.routes.ts";
import { journalRoutes } from "./journal/journal.routes.ts";
import type { WakeSignal } from "./lib/concurrency.ts";
import type { ApiEnv } from "./lib/http/api-router.ts";
import { warnOfUntrustedProxy } from "./lib/http/client-address.ts";
import { createErrorHandler } from "./lib/http/error-handler.ts";
import { notFound } from "./lib/http/errors.ts";
import { observeRequests } from "./lib/http/observe-requests.ts";
import { answerWithin, refuseForeignRequests } from "./lib/http/request-guards.ts";
import { securityHeaders } from "./lib/http/security-headers.ts";
import type { Metrics } from "./lib/metrics/metrics.ts";
import type { WebFiles } from "./lib/web-files/load-web-files.ts";
import { webFiles } from "./lib/web-files/web-files.ts";
import { bounceMailboxRoutes, emailEventRoutes } from "./mail/bounces/bounces.routes.ts";
import type { OpenMailbox } from "./mail/bounces/open-mailbox.ts";
import { emailRoutes } from "./mail/mail.routes.ts";
import type { DomainChecker, Mail } from "./mail/mail.ts";
import { campaignsRoutes } from "./mail/sending/campaigns.routes.ts";
import type { LinkChecker } from "./mail/sending/link-checker.ts";
import type { ConfirmationAsked } from "./mail/sending/signup-messages.service.ts";
import type { Addresses } from "./privacy/addresses.service.ts";
import { confirmationPageRoutes } from "./privacy/confirmation.routes.ts";
import type { ConfirmationTokens } from "./privacy/confirmation-token.ts";
import type { ConsentTexts } from "./privacy/consents.service.ts";
import { myDataRoutes, newAddressRoutes } from "./privacy/my-data.routes.ts";
import { unsubscribeRoutes } from "./privacy/person-pages.routes.ts";
import { rightsRoutes } from "./privacy/rights.routes.ts";
import { suppressionsRoutes } from "./privacy/suppressions.routes.ts";
import type { ActiveQuestions } from "./questionnaire/active-questions.service.ts";
import type { GivenAnswers } from "./questionnaire/question-deletion.service.ts";
import { activeQuestionsRoutes, questionsRoutes } from "./questionnaire/questions.routes.ts";
import { placeRoutes } from "./referrals/place.routes.ts";
import type { PlaceLinks } from "./referrals/place-links.ts";
import type { ReferralReader } from "./referrals/referral-reader.service.ts";
import { referralReportRoutes } from "./referrals/referral-report.routes.ts";
import type { Referrals } from "./referrals/referrals.service.ts";
import { shieldRoutes } from "./shield/shield.routes.ts";
import type { Shield } from "./shield/shield.service.ts";
import { adminSignupsRoutes, peopleRoutes } from "./signups/admin-signups.routes.ts";
import { apiSignupsRoutes } from "./signups/api-signups.routes.ts";
import type { ImportRunner } from "./signups/imports/import-runner.ts";
import { importsRoutes } from "./signups/imports/imports.routes.ts";
import type { UploadImport } from "./signups/imports/upload.service.ts";
import type { OwnAddress } from "./signups/own-address.service.ts";
import { samplesRoutes } from "./signups/samples/samples.routes.ts";
import { savedViewsRoutes } from "./signups/saved-views.routes.ts";
import { segmentsRoutes } from "./signups/segments/segments.routes.ts";
import type { SignupEvents } from "./signups/signup-events.ts";
import { signupPageRoutes } from "./signups/signup-page.routes.ts";
import { signupsRoutes } from "./signups/signups.routes.ts";
import type { SignupIntake } from "./signups/signups.service.ts";
import { passagesRoutes } from "./signups/sources/passages.routes.ts";
import type { Passages } from "./signups/sources/passages.service.ts";
import { sourcesRoutes } from "./signups/sources/sources-report.routes.ts";
import { siteImagesRoutes, siteRoutes } from "./site/site.routes.ts";
import type { SiteDocuments, SitePages } from "./site/site-pages.service.ts";
import type { Site } from "./site/site-settings.service.ts";
import { healthRoutes } from "./state/health.routes.ts";
import type { OwnRequests } from "./state/public-address.service.ts";
import { stateRoutes } from "./state/state.routes.ts";
import { apiStatsRoutes } from "./stats/api-stats.routes.ts";
import { statsRoutes } from "./stats/stats.routes.ts";
import type { EndpointBox } from "./webhooks/endpoint-secrets.ts";
import { webhooksRoutes } from "./webhooks/webhooks.routes.ts";

/** Deadline for every answer to a visitor. With the time on the network, the answer arrives within ten seconds. */
const visitorPatienceMs = 8_000;

/** The dependencies of the routes; `compose.ts` creates them. */
export type AppParts = InvitationDependencies & {
  mail: Mail;
  openMailbox: OpenMailbox;
  events: SignupEvents;
  signupIntake: SignupIntake;
  referralOf: ReferralReader;
  referrals: Referrals;
  pointsRanks: PointsRanks;
  ownAddress: OwnAddress;
  passages: Passages;
  confirmationAsked: ConfirmationAsked;
  questions: ActiveQuestions;
  answers: GivenAnswers;
  addresses: Addresses;
  confirmationTokens: ConfirmationTokens;
  placeLinks: PlaceLinks;
  consentTexts: ConsentTexts;
  shield: Shield;
  links: LinkChecker;
  site: Site;
  siteDocuments: SiteDocuments;
  sitePages: SitePages;
  domainChecker: DomainChecker;
  backups: BackupSchedule;
  web: WebFiles | null;
  metrics: Metrics;
  wakeSignal: WakeSignal;
  ownRequests: OwnRequests;
  importRunner: ImportRunner;
  uploadImport: UploadImport;
  fetch: typeof fetch;
  webhookBox: EndpointBox;
};

/** Every route of the HTTP API and its middleware. The caller listens on the port and owns the connections. */
export function buildApp(dependencies: AppParts) {
  const app = new OpenAPIHono<ApiEnv>();
  const forVisitors = { ...dependencies, db: dependencies.publicDb };
  app.onError(createErrorHandler(dependencies.log));
  const { config, log, metrics } = dependencies;
  app.use(observeRequests({ metrics: metrics.requests, accessLog: config.accessLog ? log : null }));
  app.use(notifyAfterWrites(dependencies.wakeSignal));
  app.use(securityHeaders(dependencies.config.baseUrl));
  app.use("/api/*", async (c, next) => {
    await next();
    if (!c.res.headers.has("cache-control")) c.res.headers.set("cache-control", "no-store");
  });
  app.use("/api/*", warnOfUntrustedProxy(dependencies.config.trustProxy, dependencies.log));
  app.use("/api/*", dependencies.ownRequests.watch);
  app.use("/api/*", refuseForeignRequests(dependencies.config.baseUrl));
  app.use("/api/admin/*", requireAdmin(dependencies));
  app.use("/api/v1/*", authenticateTokens(dependencies));
  for (const path of ["/api/signups/*", "/api/questionnaire"]) app.use(path, answerWithin(visitorPatienceMs));
  const api = app
    .route("/", healthRoutes(forVisitors))
    .route("/", setUpRoutes(dependencies))
    .route("/", signInRoutes(dependencies))
    .route("/", linksRoutes(dependencies))
    .route("/", confirmationRoutes(dependencies))
    .route("/", accountRoutes(dependencies))
    .route("/", twoFactorRoutes(dependencies))
    .route("/", sessionsRoutes(dependencies))
    .route("/", adminsRoutes(dependencies))
    .route("/", apiTokensRoutes(dependencies))
    .route("/", webhooksRoutes(dependencies))
    .route("/", journalRoutes(dependencies))
    .route("/", suppressionsRoutes(dependencies))
    .route("/", questionsRoutes(dependencies))
    .route("/", activeQuestionsRoutes(dependencies))
    .route("/", signupsRoutes({ ...dependencies, db: dependencies.publicDb }))
    .route("/", passagesRoutes(dependencies.passages))
    .route("/", shieldRoutes(dependencies.shield))
    .route("/", adminSignupsRoutes(dependencies))
    .route("/", peopleRoutes(dependencies))
    .route("/", savedViewsRoutes(dependencies))
    .route("/", segmentsRoutes(dependencies))
    .route("/", importsRoutes(dependencies))
    .route("/", wavesRoutes(dependencies))
    .route("/", invitationsRoutes(dependencies))
    .route("/", referralReportRoutes(dependencies))
    .route("/", samplesRoutes(dependencies))
    .route("/", rightsRoutes(dependencies))
    .route("/", statsRoutes(dependencies))
    .route("/", sourcesRoutes(dependencies))
    .route("/", emailRoutes(dependencies))
    .route("/", bounceMailboxRoutes(dependencies))
    .route("/", emailEventRoutes(dependencies))
    .route("/", campaignsRoutes(dependencies))
    .route("/", siteRoutes(dependencies))
    .route("/", stateRoutes(dependencies))
    .route("/", backupsRoutes(dependencies))
    .route("/", apiStatsRoutes(dependencies))
    .route("/", apiSignupsRoutes(dependencies))
    .route("/", redeemRoutes(dependencies));
  addApiDocs(app, dependencies);
  app.all("/api/*", () => {
    throw notFound();
  });
  app
    .route("/", siteImagesRoutes(dependencies))
    .route("/", signupPageRoutes(forVisitors))
    .route("/", invitationPageRoutes(forVisitors))
    .route("/", confirmationPageRoutes(forVisitors))
    .route("/", placeRoutes(forVisitors))
    .route("/", unsubscribeRoutes(forVisitors))
    .route("/", newAddressRoutes(forVisitors))
    .route("/", myDataRoutes(forVisitors));
  if (dependencies.web) app.all("*", webFiles(dependencies.web, dependencies.siteDocuments));
  return api;
}

/** Wakes the background workers after a write, so that a new message does not wait for their next poll. Passages cause no work for them. */
function notifyAfterWrites(wakeSignal: WakeSignal): MiddlewareHandler {
  return async (c, next) => {
    await next();
    if (!["GET", "HEAD", "OPTIONS"].includes(c.req.method) && c.req.path !== passagesPath)
      wakeSignal.notify();
  };
}

/** The API's type, from which the browser's typed client is made. */
export type ApiApp = ReturnType<typeof buildApp>;
