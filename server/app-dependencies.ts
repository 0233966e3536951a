import type { Config } from "./lib/config.ts";
import type { Db } from "./lib/database/database.ts";
import type { DomainResolver, LookUp } from "./lib/dns.ts";
import type { Logger } from "./lib/logger.ts";

/** Dependencies of every feature. `compose.ts` separately passes the parts that one feature provides for another. */
export type AppDependencies = {
  db: Db;
  /** The same database over separate connections with short timeouts, for requests of visitors and load balancers. */
  publicDb: Db;
  /** `authSecret` is known before the application is composed. */
  config: Config & { authSecret: string };
  log: Logger;
  now: () => Date;
  /** Asks the DNS. */
  resolver: DomainResolver;
  /** Looks up the DNS records for a domain's mail. */
  lookUp: LookUp;
  /** Prints a line that only the operator sees: the code of the first start is printed nowhere else. */
  announce: (line: string) => void;
};
