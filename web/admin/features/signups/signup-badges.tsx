import { Anchor } from "@mantine/core";
import { suppressionReasonLabels } from "#contract/privacy.ts";
import type { SignupSummary } from "#contract/signup.schema.ts";
import { Pill } from "#web/admin/ui/row/row-parts.tsx";
import { formatStatus, formatWebsite } from "#web/lib/format.ts";
import classes from "./signup-badges.module.css";

/** The status, and what a reviewer should know before deciding. */
export function SignupBadges({ signup }: { signup: SignupSummary }) {
  return (
    <span className={classes.badges} data-pills>
      <StatusBadge status={signup.status} />
      {signup.sample && <Pill tone="gray">Exemple</Pill>}
      {signup.confirmedAt !== null && !signup.sample && <Pill tone="gray">Adresse confirmée</Pill>}
      {signup.blockedFor && <Pill tone="gray">{suppressionReasonLabels[signup.blockedFor]}</Pill>}
      {signup.duplicateOf !== null && <Pill tone="gray">Doublon</Pill>}
      {signup.disposableEmail && <Pill tone="gray">Adresse jetable</Pill>}
    </span>
  );
}

const tones = { pending: "yellow", approved: "green", rejected: "red" } as const;
const isKnown = (status: string): status is keyof typeof tones => status in tones;

/** A status in words; the colour only repeats them. */
function StatusBadge({ status }: { status: string | null }) {
  const named = status ?? "pending";
  return <Pill tone={isKnown(named) ? tones[named] : "gray"}>{formatStatus(status)}</Pill>;
}

/** Only http and https are ever linked, even if the database holds other schemes. */
export function WebsiteLink({ website }: { website: string | null }) {
  if (!website) return <>—</>;
  const text = formatWebsite(website);
  if (!/^https?:\/\//i.test(website)) return <>{text}</>;
  return (
    <Anchor href={website} target="_blank" rel="noopener noreferrer" size="sm" underline="always">
      {text}
    </Anchor>
  );
}
