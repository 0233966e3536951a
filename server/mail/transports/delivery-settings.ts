import type { EmailProvider } from "#contract/email.ts";

/** In the words of nodemailer. @property privateKey in PEM */
export type DkimSigner = { domainName: string; keySelector: string; privateKey: string };

/** The settings as the server uses them: secrets in clear, never to be sent to a browser or logged. */
export type DeliverySettings = {
  senderName: string;
  senderEmail: string;
  replyTo: string | null;
  provider: EmailProvider;
  simulationMode: boolean;
  smtp: { host: string; port: number; username: string | null; password: string | null } | null;
  sendgridKey: string | null;
  /** The key that signs mail over SMTP; null without a key of ours that is active for the sender's domain. */
  dkim: DkimSigner | null;
  /** Stored secrets that cannot be decrypted any more (another AUTH_SECRET); they are null above. */
  unreadable: { smtpPassword: boolean; sendgridKey: boolean; dkimKey: boolean };
  /** The address that the envelope's sender is derived from; null: bounces come back to the sender. */
  bounceEmail: string | null;
  pauseMs: number;
  parallelism: number;
  /** Changes with every change of the settings. */
  version: string;
};

/** How bounces come back. It holds secrets: never log it or send it to a browser. */
export type BounceSettings = {
  bounceEmail: string | null;
  /** The public key of SendGrid's events, in base64. */
  sendgridWebhookKey: string | null;
  mailbox: MailboxAccess | null;
};

export type MailboxAccess = {
  host: string;
  port: number;
  username: string;
  password: string | null;
  /** There is a password that no known secret opens. */
  unreadable: boolean;
};
