import { makeMailedLink } from "#server/accounts/passwords.service.ts";
import type { WakeSignal } from "#server/lib/concurrency.ts";
import type { Config } from "#server/lib/config.ts";
import type { Db } from "#server/lib/database/database.ts";
import type { LookUp } from "#server/lib/dns.ts";
import type { Logger } from "#server/lib/logger.ts";
import { createBounceEnvelope } from "#server/mail/sending/bounce-envelope.ts";
import type { DeliverySettings } from "#server/mail/transports/transport.ts";
import { makeMyDataLink } from "#server/privacy/my-data-links.service.ts";
import { makeNewAddressLink } from "#server/privacy/new-address-link.ts";
import type { MailBranding } from "./content/mail-branding.ts";
import { createMailHtml, type MailHtml } from "./content/mail-html.service.ts";
import type { MessageAdditions } from "./content/message-additions.service.ts";
import type { PersonalLink } from "./content/personal-link.ts";
import { findKeyProblem } from "./domain/dkim-keys.service.ts";
import type { Mail } from "./mail.ts";
import { createCampaignQueue } from "./sending/campaign-queue.service.ts";
import { createDeliveryWorker } from "./sending/delivery-worker.ts";
import { createContentLoader } from "./sending/message-content.service.ts";
import { createMessageSender, type FindReferral, type OpenInvitation } from "./sending/message-sender.ts";
import type { Pause } from "./sending/worker-context.ts";
import { loadDeliverySettings } from "./settings/delivery-settings.service.ts";
import { type CountAttempt, createTransport, providersInUse } from "./transports/create-transport.ts";
import type { MailTransport } from "./transports/transport.ts";

type MailParts = {
  db: Db;
  config: Config & { authSecret: string };
  log: Logger;
  now: () => Date;
  lookUp: LookUp;
  wakeSignal: WakeSignal;
  additions: MessageAdditions;
  openInvitation: OpenInvitation;
  findReferral: FindReferral;
  branding: () => Promise<MailBranding>;
  countAttempt: CountAttempt;
};

export type MailReplacements = {
  /** Replaces the transport that the settings name. */
  transport?: ((settings: DeliverySettings) => MailTransport) | undefined;
  /** Replaces the time limit for the HTML of a request; see `createMailHtml`. */
  htmlLimitMs?: number | undefined;
  /** Replaces the worker threads for the HTML of e-mails. */
  html?: ((branding: () => Promise<MailBranding>) => MailHtml) | undefined;
  /** Replaces the real pauses of the workers. */
  pause?: Pause | undefined;
};

export function createMail(
  {
    db,
    config,
    log,
    now,
    lookUp,
    wakeSignal,
    additions,
    openInvitation,
    findReferral,
    branding,
    countAttempt,
  }: MailParts,
  { transport, htmlLimitMs, html: replacedHtml, pause }: MailReplacements,
): Mail {
  const html = replacedHtml?.(branding) ?? createMailHtml({ branding, limitMs: htmlLimitMs });
  const makeTransport =
    transport ?? ((settings: DeliverySettings) => createTransport(settings, config, countAttempt));
  const providersOf = (settings: DeliverySettings) => {
    const inUse = providersInUse(settings, config);
    return inUse.length > 0 ? inUse : [settings.provider]; // an unconfigured 'auto' reports that no provider is set up
  };
  const makeLink = async (link: PersonalLink) => {
    if (link.purpose === "my_data") return makeMyDataLink({ db, now, config }, link.emailHash);
    if (link.purpose === "new_address") return makeNewAddressLink({ now, config }, link);
    return makeMailedLink({ db, now, config }, link);
  };
  const sender = createMessageSender({
    loadSettings: () => loadDeliverySettings(db, config),
    createTransport: makeTransport,
    loadContent: createContentLoader(db, makeLink, html),
    additions,
    openInvitation,
    findReferral,
    envelope: createBounceEnvelope(config),
    linkReturnPath: config.linkReturnPath,
    now,
  });
  const campaigns = createCampaignQueue({
    db,
    now,
    log,
    findKeyProblem: () => findKeyProblem({ db, lookUp, mail: sender }),
  });
  const worker = createDeliveryWorker({ db, log, config, now }, { sender, campaigns, wakeSignal, pause });
  return {
    ...worker,
    settings: sender.settings,
    settled: sender.settled,
    html,
    additions,
    async stop() {
      await worker.stop();
      await html.close();
    },
    async newsHindrance() {
      const settings = await sender.settings();
      if (settings.simulationMode || providersOf(settings).some((provider) => provider !== "php"))
        return null;
      const candidate = makeTransport({ ...settings, provider: "php" });
      return (await candidate.newsHindrance?.().finally(() => candidate.close())) ?? null;
    },
    async verify() {
      const settings = await sender.settings();
      return Promise.all(
        providersOf(settings).map(async (provider) => {
          const candidate = makeTransport({ ...settings, provider });
          return { provider, reason: await candidate.verify().finally(() => candidate.close()) };
        }),
      );
    },
  };
}
