import type { Mail } from "#server/features/email/mail.ts";
import type { Config } from "#server/lib/config.ts";
import type { Db } from "#server/lib/database/database.ts";
import type { Logger } from "#server/lib/logger.ts";
import type { WebFiles } from "#server/lib/web-files/load-web-files.ts";

export type AccountLinkMessage = {
  email: string;
  purpose: "invitation" | "lost_password";
  activationLink: string;
  expiresAt: Date;
};

/** What the application is made with; tests pass their own. */
export type AppDependencies = {
  db: Db;
  /** `authSecret` is always known by the time the application is composed. */
  config: Config & { authSecret: string };
  log: Logger;
  /** Sends what waits in the e-mail log. */
  mail: Mail;
  now: () => Date;
  /** Prints a line for the operator alone: the first admin's activation link goes there and nowhere else. */
  announce: (line: string) => void;
  /**
   * Hands an administrator's one-time link over by e-mail. False, or no such function: no e-mail leaves, the link has
   * to be handed over by other means.
   */
  sendAccountLink?: (message: AccountLinkMessage) => Promise<boolean>;
  /** The built site and back office; without them the application is its API alone. */
  web?: WebFiles | null;
};
