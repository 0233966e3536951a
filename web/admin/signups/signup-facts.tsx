import { Anchor } from "@mantine/core";
import type { ReactNode } from "react";
import type { Audience } from "#contract/audience.ts";
import type { SignupDetail } from "#contract/signup.schema.ts";
import { formatDateTime, formatEmail } from "#web/lib/format.ts";
import { audienceTexts } from "./audience-texts.ts";
import classes from "./signups.module.css";
import { StatusBadge } from "./status-badge.tsx";
import { WebsiteLink } from "./website-link.tsx";

export function SignupFacts({ audience, signup }: { audience: Audience; signup: SignupDetail }) {
  return (
    <dl className={classes.facts}>
      <Fact label="Prénom">
        <bdi>{signup.firstname || "—"}</bdi>
      </Fact>
      <Fact label={audienceTexts[audience].name}>
        <bdi>{signup.name || "—"}</bdi>
      </Fact>
      <Fact label="Email">
        {signup.email ? (
          <Anchor href={`mailto:${encodeURIComponent(signup.email)}`}>{signup.email}</Anchor>
        ) : (
          formatEmail(signup.email)
        )}
      </Fact>
      {audience === "brand" && (
        <Fact label="Site web">
          <WebsiteLink website={signup.website} />
        </Fact>
      )}
      <Fact label="Date d’inscription">{formatDateTime(signup.createdAt)}</Fact>
      <Fact label="Statut">
        <StatusBadge status={signup.status} />
      </Fact>
    </dl>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </>
  );
}
