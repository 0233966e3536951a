import type { Config } from "./lib/config.ts";
import type { Db } from "./lib/database/database.ts";
import type { DomainResolver, LookUp } from "./lib/dns.ts";
import type { Logger } from "./lib/logger.ts";

/** Dependencies of every feature. `compose.ts` passes those that one feature provides for another separately. */
export type AppDependencies = {
  db: Db;
  /** The same database over separate connections with short time limits: for requests of visitors and load balancers. */
  publicDb: Db;
  /** `authSecret` is always known by the time the application is composed. */
  config: Config & { authSecret: string };
  log: Logger;
  now: () => Date;
  /** Asks the DNS. */
  resolver: DomainResolver;
  /** Asks it for what a domain publishes about its mail. */
  lookUp: LookUp;
  /** Prints a line for the operator alone: the code of the first start goes there and nowhere else. */
  announce: (line: string) => void;
};
