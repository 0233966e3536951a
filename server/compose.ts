import { type AppParts, buildApp } from "./app.ts";
import type { AppDependencies } from "./app-dependencies.ts";
import type { SendAccountLink } from "./features/accounts/links/mailed-link.ts";
import { createBackupSchedule } from "./features/backup/schedule/schedule.service.ts";
import { type RunBackup, runTenueBackup } from "./features/backup/schedule/tenue-process.ts";
import { journalHandlers } from "./features/journal/journal-handlers.service.ts";
import { createBounceWorker } from "./features/mailing/bounces/bounce-worker.ts";
import { createBounceEnvelope } from "./features/mailing/bounces/envelope.ts";
import { bounceHandlers } from "./features/mailing/bounces/events.service.ts";
import { createMailboxOpener, type OpenMailbox } from "./features/mailing/bounces/mailbox/open-mailbox.ts";
import type { MailboxReader } from "./features/mailing/bounces/mailbox/read-mailbox.service.ts";
import { createCampaignQueue } from "./features/mailing/campaigns/campaigns.service.ts";
import { createLinkChecker, type LinkChecker } from "./features/mailing/campaigns/checks/link-checker.ts";
import { createFace } from "./features/mailing/content/mail-face.ts";
import { createMail, type MailReplacements } from "./features/mailing/create-mail.ts";
import { createDomainChecker } from "./features/mailing/domain/domain-check.service.ts";
import { createProbeReader } from "./features/mailing/domain/probe.service.ts";
import { createMessageAdditions } from "./features/mailing/outbox/message-additions.service.ts";
import { createSignupMessages } from "./features/mailing/outbox/signup-messages.service.ts";
import { createAccountLinkSender } from "./features/mailing/single/account-link.service.ts";
import { createAddresses } from "./features/privacy/addresses/addresses.service.ts";
import { createConfirmationTokens } from "./features/privacy/confirmation/confirmation-token.ts";
import { consentHandlers } from "./features/privacy/consent/consent-handlers.service.ts";
import { createConsentTexts } from "./features/privacy/consent/consent-texts.service.ts";
import { createErasureKeeper } from "./features/privacy/erasure/log/erasure-keeper.service.ts";
import { erasureLogHandlers } from "./features/privacy/erasure/log/erasure-log.service.ts";
import { myDataHandlers } from "./features/privacy/my-data/my-data-links.service.ts";
import { suppressionHandlers } from "./features/privacy/suppressions/suppression-handlers.service.ts";
import { createActiveQuestions } from "./features/questionnaire/active-questions.service.ts";
import { createShield } from "./features/shield/shield.service.ts";
import { signupAnswers } from "./features/signups/answers.service.ts";
import { createSignupEvents } from "./features/signups/signup-events.ts";
import { createSignupIntake } from "./features/signups/signups.service.ts";
import { createSiteDocuments } from "./features/site/site-documents.service.ts";
import { createSitePages } from "./features/site/site-pages.service.ts";
import type { SitePages } from "./features/site/site-pages.ts";
import { createSite } from "./features/site/site-settings.service.ts";
import { createOwnRequests } from "./features/state/public-address.service.ts";
import { createDeletionGate } from "./features/upkeep/upkeep-clock.service.ts";
import { createBell } from "./lib/bell.ts";
import { createLookUp } from "./lib/dns-lookup.ts";
import { createDomainResolver } from "./lib/domain-resolver.ts";
import { createMetrics } from "./lib/metrics/metrics.ts";
import { loadSiteRenderer, type SiteRenderer } from "./lib/site-renderer.ts";
import type { WebFiles } from "./lib/web-files/load-web-files.ts";
import { createMaintenanceJobs } from "./maintenance-jobs.ts";

/** What a start, a test and a bench bring themselves. */
export type Surroundings = Pick<AppDependencies, "db" | "publicDb" | "config" | "log" | "announce"> & {
  /** The built files of site and back office; without them the application is its API and the pages that are drawn per request. */
  web?: WebFiles | null;
};

/** What tests and benches put in the place of the real thing. */
export type Replacements = Partial<Pick<AppDependencies, "now" | "resolver" | "lookUp">> &
  MailReplacements & {
    sendAccountLink?: SendAccountLink;
    openMailbox?: OpenMailbox;
    renderer?: SiteRenderer;
    sitePages?: SitePages;
    links?: LinkChecker;
    fetch?: typeof fetch;
    runBackup?: RunBackup;
  };

export type Application = ReturnType<typeof compose>;

/**
 * The one place where features are put together: start, tests and benches call it with what they replace, so that nothing that
 * the product does can be forgotten in one of them. Starts nothing: neither upkeep nor the sending of mail.
 */
export function compose({ web = null, ...surroundings }: Surroundings, replaced: Replacements = {}) {
  const resolver = replaced.resolver ?? createDomainResolver(surroundings.config.dnsServers);
  const dependencies: AppDependencies = {
    ...surroundings,
    resolver,
    now: replaced.now ?? (() => new Date()),
    lookUp: replaced.lookUp ?? createLookUp(surroundings.config.dnsServers, resolver),
  };
  const mayDeleteByTime = createDeletionGate(dependencies);
  const forVisitors = { ...dependencies, db: dependencies.publicDb };
  const site = createSite(forVisitors);
  const addresses = createAddresses(forVisitors.db);
  const confirmationTokens = createConfirmationTokens(dependencies.config);
  const owner = site.current;
  const face = createFace(owner, dependencies.config.baseUrl);
  const additions = createMessageAdditions({ ...dependencies, addresses, confirmationTokens, owner, face });
  const campaigns = createCampaignQueue(dependencies);
  const metrics = createMetrics();
  const bell = createBell();
  const mail = createMail(
    { ...dependencies, campaigns, bell, additions, face, countAttempt: metrics.countMailAttempt },
    replaced,
  );
  const envelope = createBounceEnvelope(dependencies.config);
  const openMailbox =
    replaced.openMailbox ?? createMailboxOpener({ privateHosts: dependencies.config.mailPrivateHosts });
  // Who else looks for messages of its own in the mailbox of bounces has its reader here.
  const readers: MailboxReader[] = [createProbeReader(dependencies.db)];
  const drawing = { config: dependencies.config, site, renderer: replaced.renderer ?? loadSiteRenderer() };
  const request = replaced.fetch ?? fetch;
  const events = createSignupEvents([
    consentHandlers,
    createSignupMessages(dependencies),
    suppressionHandlers,
    erasureLogHandlers,
    bounceHandlers,
    journalHandlers,
    myDataHandlers,
  ]);
  const intake = {
    ...forVisitors,
    ...{ addresses, events },
    consentTexts: createConsentTexts(forVisitors.db),
    questions: createActiveQuestions(forVisitors.db),
    shield: createShield(forVisitors),
  };
  const parts: AppParts = {
    ...dependencies,
    mail,
    links: replaced.links ?? createLinkChecker(),
    openMailbox,
    web,
    metrics,
    bell,
    addresses,
    confirmationTokens,
    ...{ events, consentTexts: intake.consentTexts, questions: intake.questions, shield: intake.shield },
    signupIntake: createSignupIntake(intake),
    answers: signupAnswers,
    sendAccountLink: replaced.sendAccountLink ?? createAccountLinkSender({ ...dependencies, mail }),
    site,
    siteDocuments: createSiteDocuments(drawing),
    sitePages: replaced.sitePages ?? createSitePages(drawing),
    backups: createBackupSchedule(
      { ...dependencies, mayDeleteByTime },
      { run: replaced.runBackup ?? runTenueBackup },
    ),
    domainChecker: createDomainChecker({ ...dependencies, mail, addresses, fetch: request }),
    ownRequests: createOwnRequests(dependencies.config.trustProxy),
    fetch: request,
  };
  const { waitUntilDue } = mail;
  const bounces = createBounceWorker({ ...dependencies, envelope, openMailbox, readers, bell, waitUntilDue });
  return {
    ...{ parts, mail, bounces },
    erasures: createErasureKeeper({ ...dependencies, bell, mayDeleteByTime }),
    app: buildApp(parts),
    upkeep: { jobs: createMaintenanceJobs(parts), mayDeleteByTime },
  };
}
