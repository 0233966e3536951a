import { Badge } from "@mantine/core";
import { suppressionReasonLabels } from "#contract/privacy.ts";
import type { SignupSummary } from "#contract/signup.schema.ts";
import classes from "./signup-badges.module.css";
import { StatusBadge } from "./status-badge.tsx";

/** The status, and what a reviewer should know before deciding. */
export function SignupBadges({ signup }: { signup: SignupSummary }) {
  return (
    <span className={classes.badges}>
      <StatusBadge status={signup.status} />
      {signup.sample && <Hint>Exemple</Hint>}
      {signup.confirmedAt !== null && !signup.sample && <Hint>Adresse confirmée</Hint>}
      {signup.blockedFor && <Hint>{suppressionReasonLabels[signup.blockedFor]}</Hint>}
      {signup.duplicateOf !== null && <Hint>Doublon</Hint>}
      {signup.disposableEmail && <Hint>Adresse jetable</Hint>}
    </span>
  );
}

function Hint({ children }: { children: string }) {
  return (
    <Badge variant="outline" color="gray" radius="sm" tt="none" miw="max-content">
      {children}
    </Badge>
  );
}
