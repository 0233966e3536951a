import type { SendAccountLink } from "./accounts/links.service.ts";
import { type AppParts, buildApp } from "./app.ts";
import type { AppDependencies } from "./app-dependencies.ts";
import { createBackupSchedule } from "./backup/schedule/schedule.service.ts";
import { type RunBackup, runTenueBackup } from "./backup/schedule/tenue-process.ts";
import { createMaintenanceJobs } from "./jobs.ts";
import { journalHandlers } from "./journal/journal.service.ts";
import { createBell } from "./lib/bell.ts";
import { createLookUp } from "./lib/dns-lookup.ts";
import { createDomainResolver } from "./lib/domain-resolver.ts";
import { createMetrics } from "./lib/metrics/metrics.ts";
import { loadSiteRenderer, type SiteRenderer } from "./lib/site-renderer.ts";
import type { WebFiles } from "./lib/web-files/load-web-files.ts";
import { createBounceWorker } from "./mail/bounces/bounce-worker.ts";
import { bounceHandlers } from "./mail/bounces/events.service.ts";
import type { MailboxReader } from "./mail/bounces/mailbox.service.ts";
import { createMailboxOpener, type OpenMailbox } from "./mail/bounces/open-mailbox.ts";
import { createFace } from "./mail/content/mail-face.ts";
import { createMessageAdditions } from "./mail/content/message-additions.service.ts";
import { createMail, type MailReplacements } from "./mail/create-mail.ts";
import { createDomainChecker } from "./mail/domain/domain-check.service.ts";
import { createProbeReader } from "./mail/domain/probe.service.ts";
import { createAccountLinkSender } from "./mail/sending/account-link.service.ts";
import { createBounceEnvelope } from "./mail/sending/bounce-envelope.ts";
import { createLinkChecker, type LinkChecker } from "./mail/sending/link-checker.ts";
import { createSignupMessages } from "./mail/sending/signup-messages.service.ts";
import { createAddresses } from "./privacy/addresses.service.ts";
import { createConfirmationTokens } from "./privacy/confirmation-token.ts";
import { consentHandlers, createConsentTexts } from "./privacy/consents.service.ts";

import { createErasureKeeper } from "./privacy/erasure/erasure-keeper.service.ts";
import { erasureLogHandlers } from "./privacy/erasure/erasure-log.service.ts";
import { myDataHandlers } from "./privacy/my-data-links.service.ts";
import { suppressionHandlers } from "./privacy/suppressions.service.ts";
import { createActiveQuestions } from "./questionnaire/active-questions.service.ts";
import { createShield } from "./shield/shield.service.ts";
import { createSignupEvents } from "./signups/signup-events.ts";
import { createSignupIntake, signupAnswers } from "./signups/signups.service.ts";

import { createSiteDocuments, createSitePages, type SitePages } from "./site/site-pages.service.ts";

import { createSite } from "./site/site-settings.service.ts";
import { createOwnRequests } from "./state/public-address.service.ts";
import { createDeletionGate } from "./upkeep/upkeep-clock.service.ts";

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
  const metrics = createMetrics();
  const bell = createBell();
  const mail = createMail(
    { ...dependencies, bell, additions, face, countAttempt: metrics.countMailAttempt },
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
