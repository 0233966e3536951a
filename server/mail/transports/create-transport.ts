import type { EmailProvider } from "#contract/email.ts";
import type { Config } from "#server/lib/config.ts";
import { createPhpTransport } from "./php.transport.ts";
import { createSendgridTransport } from "./sendgrid.transport.ts";
import { createSmtpTransport } from "./smtp.transport.ts";
import {
  type DeliverySettings,
  type MailTransport,
  type SendOutcome,
  unusableTransport,
} from "./transport.ts";

/** The connections for the direct lane, in addition to those of a campaign. */
const directConnections = 2;

const unreadableSecret = (name: string) =>
  `${name} ne peut plus être déchiffré (AUTH_SECRET a changé) : saisissez-le à nouveau dans les paramètres.`;

/** An unreadable key stops sending, because unsigned messages would only be noticed when receivers refuse them. */
const unreadableKey =
  "La clé DKIM ne peut plus être lue (AUTH_SECRET a changé) : retirez-la et créez-en une autre (Réglages e-mail, onglet Domaine).";

/**
 * Creates the transport that the settings name. With missing settings, every message fails.
 * @param count called for each attempt of a provider
 */
export function createTransport(
  settings: DeliverySettings,
  config: Config,
  count: CountAttempt,
): MailTransport {
  const { provider } = settings;
  if (provider === "auto") return auto(settings, config, count);
  return countedTransport(of(provider, settings, config), (outcome) => count(provider, outcome));
}

function of(
  provider: Exclude<EmailProvider, "auto">,
  settings: DeliverySettings,
  config: Config,
): MailTransport {
  switch (provider) {
    case "smtp":
      return smtp(settings, config) ?? unusableTransport("Le serveur SMTP n’est pas configuré.");
    case "sendgrid":
      return sendgrid(settings, config) ?? unusableTransport("La clé SendGrid n’est pas configurée.");
    case "php":
      return php(config) ?? unusableTransport("Le script PHP n’est pas configuré (variable PHP_MAIL_URL).");
  }
}

/** Whether at least one provider is configured. */
export function isTransportConfigured(
  { provider, smtp, sendgridKey, unreadable }: DeliverySettings,
  { phpMailUrl }: Pick<Config, "phpMailUrl">,
): boolean {
  const configured = {
    smtp: smtp !== null && !unreadable.smtpPassword,
    sendgrid: sendgridKey !== null,
    php: phpMailUrl !== undefined,
  };
  return provider === "auto" ? Object.values(configured).includes(true) : configured[provider];
}

/** Returns the configured providers, in the order in which they are tried. */
export function providersInUse(
  settings: DeliverySettings,
  config: Pick<Config, "phpMailUrl">,
): EmailProvider[] {
  if (settings.provider !== "auto") return [settings.provider];
  const setUp = {
    smtp: settings.smtp !== null,
    sendgrid: settings.sendgridKey !== null || settings.unreadable.sendgridKey,
    php: config.phpMailUrl !== undefined,
  };
  return (["smtp", "sendgrid", "php"] as const).filter((provider) => setUp[provider]);
}

function auto(settings: DeliverySettings, config: Config, count: CountAttempt): MailTransport {
  const inUse = providersInUse(settings, config);
  return inUse.length > 0
    ? createAutoTransport(inUse.map((provider) => createTransport({ ...settings, provider }, config, count)))
    : unusableTransport("Aucun moyen d’envoi n’est configuré : SMTP, SendGrid ou script PHP.");
}

function smtp(settings: DeliverySettings, config: Config): MailTransport | null {
  if (!settings.smtp) return null;
  if (settings.unreadable.smtpPassword) return unusableTransport(unreadableSecret("Le mot de passe SMTP"));
  if (settings.unreadable.dkimKey) return unusableTransport(unreadableKey);
  return createSmtpTransport(settings.smtp, {
    privateHosts: config.mailPrivateHosts,
    connections: settings.parallelism + directConnections,
    dkim: settings.dkim,
  });
}

function sendgrid(settings: DeliverySettings, config: Config): MailTransport | null {
  if (settings.unreadable.sendgridKey) return unusableTransport(unreadableSecret("La clé SendGrid"));
  if (settings.sendgridKey === null) return null;
  return createSendgridTransport({ key: settings.sendgridKey, baseUrl: config.sendgridBaseUrl });
}

function php(config: Config): MailTransport | null {
  if (config.phpMailUrl === undefined) return null;
  return createPhpTransport({
    url: config.phpMailUrl,
    secret: config.phpMailSecret,
    privateHosts: config.mailPrivateHosts,
  });
}

/**
 * Tries transports in turn until one can be reached. Its answer is final: a refused recipient is not tried with another transport.
 * @param transports at least one, in order of preference
 */
export function createAutoTransport(transports: readonly MailTransport[]): MailTransport {
  return {
    async send(message) {
      let outcome: SendOutcome = { type: "unreachable", message: "" };
      const reasons: string[] = [];
      for (const transport of transports) {
        outcome = await transport.send(message);
        if (outcome.type !== "unreachable") return outcome;
        reasons.push(outcome.message);
      }
      return { ...outcome, message: reasons.join(" — ") };
    },
    async verify() {
      const reasons = await Promise.all(transports.map((transport) => transport.verify()));
      return reasons.filter((reason) => reason !== null).join(" — ") || null;
    },
    close() {
      for (const transport of transports) transport.close();
    },
    abort() {
      for (const transport of transports) transport.abort();
    },
  };
}

/** Called for every attempt to send a message. */
export type CountAttempt = (provider: EmailProvider, outcome: SendOutcome["type"]) => void;

/** Counts the outcome of each attempt. */
function countedTransport(
  transport: MailTransport,
  count: (outcome: SendOutcome["type"]) => void,
): MailTransport {
  return {
    ...transport,
    async send(message) {
      const outcome = await transport.send(message);
      count(outcome.type);
      return outcome;
    },
  };
}
