import { Paper, Progress, Title } from "@mantine/core";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { type Campaign, countWaiting } from "#contract/campaigns.schema.ts";
import type { Sending } from "#contract/dashboard.schema.ts";
import { ErrorAlert } from "#web/admin/ui/feedback.tsx";
import { useEagerQuery } from "#web/admin/ui/prefetch.ts";
import { screenAddress } from "#web/admin/ui/screen-address.ts";
import { formatCount, formatDateTime, formatNumber } from "#web/lib/format.ts";
import { sendingQuery } from "./dashboard.api.ts";
import classes from "./dashboard.module.css";

/** Campaigns under way, and the outcome of the last one. */
export function SendingPanel() {
  const { data, error, refetch } = useEagerQuery(sendingQuery);
  return (
    <Paper component="section" withBorder className={classes.panel ?? ""} aria-labelledby="sending-title">
      <Title order={2} size="h3" id="sending-title">
        Envois
      </Title>
      <ErrorAlert
        error={error}
        fallback="Les envois n’ont pas pu être chargés."
        onRetry={() => void refetch()}
      />
      {data && (
        <>
          {data.running.length > 0 && (
            <ul className={classes.campaigns}>
              {data.running.map((campaign) => (
                <UnderWay key={campaign.id} campaign={campaign} />
              ))}
            </ul>
          )}
          <p className={classes.about}>{restOf(data)}</p>
        </>
      )}
    </Paper>
  );
}

const campaignAddress = ({ id }: Campaign) => `${screenAddress("email-sender")}/${id}`;

function UnderWay({ campaign }: { campaign: Campaign }) {
  const { subject, status, total, bounced } = campaign;
  const settled = total - countWaiting(campaign);
  return (
    <li>
      <div className={classes.campaign}>
        <Link to={campaignAddress(campaign)} className={classes.waitingName ?? ""}>
          {subject}
        </Link>
        <span className={classes.since}>
          {status === "paused" && "En pause, "}
          {formatNumber(settled)} sur {formatNumber(total)}
          {bounced > 0 && `, ${formatCount(bounced, "rebond")}`}
        </span>
      </div>
      <Progress
        mt={4}
        value={total === 0 ? 0 : (settled / total) * 100}
        aria-label={`Part des e-mails traités de « ${subject} »`}
      />
    </li>
  );
}

function restOf({ running, scheduled, last }: Sending): ReactNode {
  const planned = scheduled > 0 && `${formatCount(scheduled, "envoi programmé", "envois programmés")}. `;
  if (last === null) {
    if (running.length > 0) return planned;
    return (
      <>
        {planned || "Aucun envoi pour le moment. "}
        <Link to={screenAddress("email-sender")}>Écrire aux inscrits</Link>
      </>
    );
  }
  return (
    <>
      {running.length === 0 && !planned && "Aucun envoi en cours. "}
      {planned}Dernier envoi, terminé le {formatDateTime(last.finishedAt ?? last.createdAt)} :{" "}
      <Link to={campaignAddress(last)}>{last.subject}</Link>, {outcomeOf(last)}.
    </>
  );
}

function outcomeOf({ sent, failed, bounced }: Campaign): string {
  const parts = [
    formatCount(sent, "e-mail envoyé", "e-mails envoyés"),
    formatCount(failed, "échec"),
    formatCount(bounced, "rebond"),
  ];
  return parts.join(", ");
}
