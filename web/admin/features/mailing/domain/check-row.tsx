import type { DomainCheckRow } from "#contract/email-domain.schema.ts";
import { domainCheckLabels } from "#contract/email-domain.ts";
import { VerdictBadge } from "#web/admin/mail-kit/verdict-badge.tsx";
import { DnsRecord } from "./dns-record.tsx";
import classes from "./domain.module.css";

/** What is looked at, what is there, the verdict, and what to do about it. */
export function CheckRow({ row: { key, found, verdict, fix } }: { row: DomainCheckRow }) {
  const label = domainCheckLabels[key];
  return (
    <li className={classes.row} data-verdict={verdict}>
      <div className={classes.what}>
        <h3 className={classes.label}>{label}</h3>
        <VerdictBadge verdict={verdict} />
      </div>
      <div className={classes.told}>
        <p className={classes.found}>{found}</p>
        {fix && <p className={classes.advice}>{fix.text}</p>}
        {fix?.record && <DnsRecord record={fix.record} about={label} />}
      </div>
    </li>
  );
}
