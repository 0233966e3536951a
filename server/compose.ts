import type { SendAccountLink } from "./accounts/passwords.service.ts";
import { type AppParts, buildApp } from "./app.ts";
import type { AppDependencies } from "./app-dependencies.ts";
import { createBackupSchedule } from "./backup/schedule/schedule.service.ts";
import { type RunBackup, runTenueBackup } from "./backup/schedule/tenue-process.ts";
import { createEvents } from "./events.ts";
import { createInvitationOpener } from "./invitations/invitations.service.ts";
import { createPointsRanks } from "./invitations/points-ranks.service.ts";
import { createMaintenanceJobs } from "./jobs.ts";
import { createWakeSignal } from "./lib/concurrency.ts";
import { createDomainResolver, createLookUp } from "./lib/dns.ts";
import { createMetrics } from "./lib/metrics/metrics.ts";
import { loadSiteRenderer, type SiteRenderer } from "./lib/site-renderer.ts";
import type { WebFiles } from "./lib/web-files/load-web-files.ts";
import { createBounceWorker } from "./mail/bounces/bounce-worker.ts";
import { createMailboxOpener, type OpenMailbox } from "./mail/bounces/open-mailbox.ts";
import { createMailBranding } from "./mail/content/mail-branding.ts";
import { createMessageAdditions } from "./mail/content/message-additions.service.ts";
import { createMail, type MailReplacements } from "./mail/create-mail.ts";
import { createDomainChecker } from "./mail/domain/domain-check.service.ts";
import { createProbeReader } from "./mail/domain/probe.service.ts";
import { createAccountLinkSender } from "./mail/sending/account-link.service.ts";
import { createBounceEnvelope } from "./mail/sending/bounce-envelope.ts";
import { createLinkChecker, type LinkChecker } from "./mail/sending/link-checker.ts";
import { createConfirmationAsked } from "./mail/sending/signup-messages.service.ts";
import { createAddresses } from "./privacy/addresses.service.ts";
import { findAskedNews } from "./privacy/confirmation.service.ts";
import { createConfirmationTokens } from "./privacy/confirmation-token.ts";
import { createConsentTexts } from "./privacy/consents.service.ts";
import { createErasureKeeper } from "./privacy/erasure/erasure-keeper.service.ts";
import { createActiveQuestions } from "./questionnaire/active-questions.service.ts";
import { createPlaceLinks } from "./referrals/place-links.ts";
import { createReferralReader } from "./referrals/referral-reader.service.ts";
import { createReferralFinder } from "./referrals/referral-values.service.ts";
import { createReferrals } from "./referrals/referrals.service.ts";
import { createShield } from "./shield/shield.service.ts";
import { createImportRunner } from "./signups/imports/import-runner.ts";
import { createUpload } from "./signups/imports/upload.service.ts";
import { createOwnAddress } from "./signups/own-address.service.ts";
import { createSignupIntake, signupAnswers } from "./signups/signups.service.ts";
import { createPassages } from "./signups/sources/passages.service.ts";
import { createSiteDocuments, createSitePages, type SitePages } from "./site/site-pages.service.ts";
import { createSite } from "./site/site-settings.service.ts";
import { createOwnRequests } from "./state/public-address.service.ts";
import { createDeletionGate } from "./upkeep/clock.service.ts";
import { createEndpointBox } from "./webhooks/endpoint-secrets.ts";
import { createWebhookWorker } from "./webhooks/webhook-worker.ts";

/** Provided by the server's start, by tests and by benches. */
export type Surroundings = Pick<AppDependencies, "db" | "publicDb" | "config" | "log" | "announce"> & {
  /** The built files of site and back office. Without them the application has only its API and the pages drawn per request. */
  web?: WebFiles | null;
};

/** Parts that tests and benches replace. */
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
 * Makes every part of the application from the parts before it, for the start, the tests and the benches. Starts neither
 * upkeep nor the sending of mail.
 */
export function compose(surroundings: Surroundings, replaced: Replacements = {}) {
  const { db, publicDb, config, log, announce, web = null } = surroundings;
  const now = replaced.now ?? (() => new Date());
  const request = replaced.fetch ?? fetch;
  const resolver = replaced.resolver ?? createDomainResolver(config.dnsServers);
  const lookUp = replaced.lookUp ?? createLookUp(config.dnsServers, resolver);
  const dependencies: AppDependencies = { db, publicDb, config, log, now, resolver, lookUp, announce };
  // Uses the database connections with short timeouts.
  const forVisitors: AppDependencies = { ...dependencies, db: publicDb };
  const metrics = createMetrics();
  const wakeSignal = createWakeSignal();
  const events = createEvents(dependencies);
  const mayDeleteByTime = createDeletionGate(dependencies);

  const site = createSite(forVisitors);
  const drawing = { config, site, renderer: replaced.renderer ?? loadSiteRenderer() };
  const siteDocuments = createSiteDocuments(drawing);
  const sitePages = replaced.sitePages ?? createSitePages(drawing);

  const addresses = createAddresses(publicDb);
  const confirmationTokens = createConfirmationTokens(config);
  const consentTexts = createConsentTexts(publicDb);
  const placeLinks = createPlaceLinks({ db, config, site });
  const referrals = createReferrals({ ...dependencies, site });
  const pointsRanks = createPointsRanks({ ...forVisitors, site });

  const branding = createMailBranding(site.current, config.baseUrl);
  const additions = createMessageAdditions({
    ...dependencies,
    addresses,
    confirmationTokens,
    owner: site.current,
    branding,
    findAskedNews: (signup) => findAskedNews(db, signup),
    placeLinks,
  });
  const mail = createMail(
    {
      ...dependencies,
      wakeSignal,
      additions,
      openInvitation: createInvitationOpener(dependencies),
      findReferral: createReferralFinder({ db, referrals }),
      branding,
      countAttempt: metrics.countMailAttempt,
    },
    replaced,
  );
  const sendAccountLink = replaced.sendAccountLink ?? createAccountLinkSender({ ...dependencies, mail });
  const domainChecker = createDomainChecker({ ...dependencies, mail, addresses, fetch: request });
  const openMailbox = replaced.openMailbox ?? createMailboxOpener({ privateHosts: config.mailPrivateHosts });
  const bounces = createBounceWorker({
    ...dependencies,
    envelope: createBounceEnvelope(config),
    openMailbox,
    // The readers of features that expect messages in the bounce mailbox.
    readers: [createProbeReader(db)],
    wakeSignal,
    waitUntilDue: mail.waitUntilDue,
  });

  const questions = createActiveQuestions(publicDb);
  const shield = createShield(forVisitors);
  const referralOf = createReferralReader({ ...forVisitors, site });
  const signupIntake = createSignupIntake({
    ...forVisitors,
    referralOf,
    addresses,
    consentTexts,
    questions,
    shield,
  });

  const importRunner = createImportRunner({ ...dependencies, addresses, questions, events });
  const ownAddress = createOwnAddress({ ...forVisitors, events });
  const confirmationAsked = createConfirmationAsked(forVisitors);

  const backups = createBackupSchedule(
    { ...dependencies, mayDeleteByTime },
    { run: replaced.runBackup ?? runTenueBackup },
  );
  const webhookBox = createEndpointBox(config);
  const webhooks = createWebhookWorker({ ...dependencies, box: webhookBox, wakeSignal });
  const erasures = createErasureKeeper({ ...dependencies, wakeSignal, mayDeleteByTime });

  const parts: AppParts = {
    ...dependencies,
    addresses,
    answers: signupAnswers,
    backups,
    wakeSignal,
    confirmationAsked,
    confirmationTokens,
    consentTexts,
    domainChecker,
    events,
    fetch: request,
    importRunner,
    links: replaced.links ?? createLinkChecker(),
    mail,
    metrics,
    openMailbox,
    ownAddress,
    passages: createPassages(forVisitors),
    placeLinks,
    referrals,
    pointsRanks,
    ownRequests: createOwnRequests(config.trustProxy),
    questions,
    referralOf,
    sendAccountLink,
    shield,
    signupIntake,
    site,
    siteDocuments,
    sitePages,
    uploadImport: createUpload({ ...dependencies, addresses }),
    web,
    webhookBox,
  };
  return {
    app: buildApp(parts),
    parts,
    mail,
    bounces,
    erasures,
    webhooks,
    upkeep: { jobs: createMaintenanceJobs(parts), mayDeleteByTime },
  };
}
