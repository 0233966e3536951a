import { suppressionReasonLabels } from "#contract/privacy.ts";
import type { SignupSummary } from "#contract/signup.schema.ts";
import { Pill } from "#web/admin/ui/row/row-parts.tsx";
import classes from "./signup-badges.module.css";
import { StatusBadge } from "./status-badge.tsx";

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
