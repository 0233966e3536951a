import { Progress, Text } from "@mantine/core";
import { Link } from "react-router";
import { type Campaign, countWaiting } from "#contract/campaigns.schema.ts";
import { campaignKindLabels } from "#contract/email.ts";
import {
  audienceText,
  campaignAddress,
  draftAddress,
  formatParis,
  settledPercent,
} from "#web/admin/features/campaigns/campaign-texts.ts";
import { CampaignBadge } from "#web/admin/features/campaigns/progress/campaign-controls.tsx";
import { formatDateTime, formatNumber } from "#web/lib/format.ts";
import classes from "./desk.module.css";

/** One campaign on the desk: what it says, to whom, how far it is, and what came of it. */
export function CampaignRow({ campaign }: { campaign: Campaign }) {
  const { id, subject, status, kind, recipientType, statusFilter, simulated, resendOf } = campaign;
  const isDraft = status === "draft";
  const isUnderWay = status === "running" || status === "paused";
  return (
    <li className={classes.row}>
      <div className={classes.about}>
        <div className={classes.title}>
          <Link to={isDraft ? draftAddress(id) : campaignAddress(id)}>{subject || "Sans objet"}</Link>
          <CampaignBadge status={status} />
        </div>
        <Text size="sm" c="dimmed">
          {simulated && "Simulation · "}
          {resendOf !== null && "Renvoi · "}
          {campaignKindLabels[kind]} · {audienceText(recipientType, statusFilter)}
        </Text>
        <Text size="sm" c="dimmed">
          {momentOf(campaign)}
        </Text>
        {isUnderWay && (
          <Progress
            mt={6}
            value={settledPercent(campaign)}
            aria-label={`Part des e-mails traités de « ${subject} »`}
          />
        )}
      </div>
      {!isDraft && status !== "scheduled" && <Figures campaign={campaign} />}
    </li>
  );
}

function momentOf(campaign: Campaign): string {
  const { status, createdBy, createdAt, updatedBy, updatedAt, scheduledAt, finishedAt, startedAt } = campaign;
  if (status === "draft") {
    return `Modifié le ${formatDateTime(updatedAt ?? createdAt)} par ${updatedBy ?? createdBy}`;
  }
  if (status === "scheduled") return `Départ le ${formatParis(scheduledAt ?? createdAt)} · par ${createdBy}`;
  if (finishedAt !== null) return `Terminé le ${formatDateTime(finishedAt)} · lancé par ${createdBy}`;
  return `Lancé le ${formatDateTime(startedAt ?? createdAt)} par ${createdBy}`;
}

/** Zeros are dimmed, so that other figures catch the eye. */
function Figures({ campaign }: { campaign: Campaign }) {
  const { sent, failed, skipped, cancelled, bounced, unsubscribed, complained } = campaign;
  const waiting = countWaiting(campaign);
  const figures: [label: string, count: number][] = [
    ["Envoyés", sent],
    ...(waiting > 0 ? [["Restants", waiting] as [string, number]] : []),
    ["Échecs", failed],
    ["Non envoyés", skipped + cancelled],
    ["Rebonds", bounced],
    ["Désinscriptions", unsubscribed],
    ...(complained > 0 ? [["Plaintes", complained] as [string, number]] : []),
  ];
  return (
    <dl className={classes.figures}>
      {figures.map(([label, count]) => (
        <div key={label} data-zero={count === 0 || undefined}>
          <dt>{label}</dt>
          <dd>{formatNumber(count)}</dd>
        </div>
      ))}
    </dl>
  );
}
