import type { Config } from "#server/lib/config.ts";
import type { Db } from "#server/lib/database/database.ts";
import type { DomainResolver } from "#server/lib/domain-resolver.ts";
import type { Logger } from "#server/lib/logger.ts";
import type { WebFiles } from "#server/lib/web-files/load-web-files.ts";
import type { MailedLink } from "./features/accounts/links/mailed-link.ts";
import type { Mail } from "./features/mailing/mail.ts";

/** A message with a link of its own, which is made when it leaves. */
export type AccountLinkMessage = MailedLink & { email: string };

/** What the application is made with; tests pass their own. */
export type AppDependencies = {
  db: Db;
  /** The same database with short time limits, over connections of its own: for what visitors and load balancers wait for. */
  publicDb: Db;
  /** `authSecret` is always known by the time the application is composed. */
  config: Config & { authSecret: string };
  log: Logger;
  /** Sends what waits in the e-mail log. */
  mail: Mail;
  now: () => Date;
  /** Asks the DNS. */
  resolver: DomainResolver;
  /** Prints a line for the operator alone: the code of the first start goes there and nowhere else. */
  announce: (line: string) => void;
  /**
   * Sends an administrator a one-time link by e-mail. False, or no such function: no e-mail left by now, a link has to be
   * handed over by other means.
   */
  sendAccountLink?: (message: AccountLinkMessage) => Promise<boolean>;
  /** The built site and back office; without them the application is its API alone. */
  web?: WebFiles | null;
};
