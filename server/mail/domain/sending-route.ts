/** By whose hands mail leaves first, as far as the DNS of the sender is concerned. */
export type SendingRoute =
  | { provider: "smtp"; host: string; port: number; hasPassword: boolean }
  | { provider: "sendgrid" }
  | { provider: "php" };

/** What the rows of a check are about. Domains are in ASCII and small letters. */
export type Sending = {
  senderEmail: string;
  /** Of From. */
  domain: string;
  /** Of the envelope's sender, where bounces go: what SPF speaks of. */
  envelopeDomain: string;
  route: SendingRoute | null;
};
