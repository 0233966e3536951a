import { Alert, Badge, Group, Paper, Progress, Text, Title } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { type Campaign, campaignSummary } from "#contract/campaigns.schema.ts";
import type { CampaignStatus } from "#contract/email.ts";
import { formatNumber, formatPercent } from "#web/lib/format.ts";
import { ErrorAlert } from "../shell/error-alert.tsx";
import { LoadingText } from "../shell/loading-text.tsx";
import { CampaignControls } from "./campaign-controls.tsx";
import { hasEnded, settledPercent } from "./campaign-state.ts";
import { audienceText, campaignStatusLabels } from "./campaign-texts.ts";
import { campaignQuery, useCampaignEvents } from "./campaigns.api.ts";
import classes from "./email-sender.module.css";
import { formatParis } from "./paris-time.ts";
import { formatRate, formatTimeLeft } from "./send-rate.ts";
import { useSendRate } from "./use-send-rate.ts";

type Props = {
  id: string;
  /** It was started just now: it is brought into view. */
  fresh: boolean;
  onClose: () => void;
};

/** How far a campaign has come, live; it goes on by itself whether somebody watches or not. */
export function CampaignProgress({ id, fresh, onClose }: Props) {
  const query = useQuery(campaignQuery(id));
  const campaign = query.data;
  useCampaignEvents(id, campaign !== undefined && hasEnded(campaign));
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!fresh) return;
    panel.current?.focus({ preventScroll: true });
    panel.current?.scrollIntoView({ block: "center" });
  }, [fresh]);
  return (
    <Paper
      ref={panel}
      tabIndex={-1}
      component="section"
      withBorder
      className={classes.progress ?? ""}
      aria-label="Progression de l’envoi"
    >
      {query.isPending && <LoadingText>Chargement de l’envoi…</LoadingText>}
      {!campaign && query.error && <ErrorAlert error={query.error} onClose={onClose} />}
      {campaign && <ProgressBody campaign={campaign} onClose={onClose} />}
    </Paper>
  );
}

const statusColors: Record<CampaignStatus, string> = {
  scheduled: "blue",
  running: "vermilion",
  paused: "yellow",
  completed: "green",
  cancelled: "gray",
};

function ProgressBody({ campaign, onClose }: { campaign: Campaign; onClose: () => void }) {
  const { status, subject, recipientType, statusFilter, createdBy, pausedReason } = campaign;
  return (
    <>
      <Group justify="space-between" align="flex-start" wrap="nowrap">
        <div>
          <Title order={2} size="h3">
            {subject}
          </Title>
          <Text size="sm" c="dimmed">
            {campaign.simulated && "Simulation · "}
            {audienceText(recipientType, statusFilter)} · lancé par {createdBy}
          </Text>
        </div>
        <Badge variant="light" radius="sm" tt="none" miw="max-content" color={statusColors[status]}>
          {campaignStatusLabels[status]}
        </Badge>
      </Group>
      {status === "paused" && pausedReason && (
        <Alert role="alert" color="yellow" variant="light" icon={<IconAlertTriangle aria-hidden />}>
          L’envoi s’est mis en pause de lui-même : {pausedReason}
        </Alert>
      )}
      {status === "scheduled" ? (
        <Text>Départ le {formatParis(campaign.scheduledAt ?? campaign.createdAt)} (heure de Paris).</Text>
      ) : (
        <Counts campaign={campaign} />
      )}
      <div role="status">{hasEnded(campaign) && <Ending campaign={campaign} />}</div>
      <CampaignControls campaign={campaign} onClose={onClose} />
    </>
  );
}

function Counts({ campaign }: { campaign: Campaign }) {
  const { total, sent, failed, status } = campaign;
  const percent = settledPercent(campaign);
  const left = Math.max(0, total - sent - failed);
  const rate = useSendRate(campaign);
  return (
    <>
      <Progress.Root size="lg" aria-label="Part des emails traités">
        <Progress.Section
          value={total === 0 ? 0 : (sent / total) * 100}
          color="green"
          aria-label="Envoyés"
          aria-valuetext={formatPercent(Math.floor(percent))}
        />
        <Progress.Section value={total === 0 ? 0 : (failed / total) * 100} color="red" aria-label="Échecs" />
      </Progress.Root>
      <dl className={classes.counts}>
        <Count label="Envoyés" value={formatNumber(sent)} />
        <Count label="Échecs" value={formatNumber(failed)} />
        <Count label="Restants" value={formatNumber(left)} />
        <Count label="Total" value={formatNumber(total)} />
        {status === "running" && (
          <>
            <Count label="Rythme" value={rate === null ? "…" : formatRate(rate)} />
            <Count label="Temps restant" value={rate === null ? "…" : formatTimeLeft(left / rate)} />
          </>
        )}
      </dl>
    </>
  );
}

function Count({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  );
}

/** The specified sentence; before it, for a cancelled one, that it did not go to its end. */
function Ending({ campaign }: { campaign: Campaign }) {
  const color = campaign.simulated ? "blue" : campaign.failed > 0 ? "yellow" : "green";
  return (
    <Alert color={campaign.status === "cancelled" ? "gray" : color} variant="light">
      {campaign.status === "cancelled" && "Envoi annulé. "}
      {(campaign.status === "completed" || campaign.sent > 0) && campaignSummary(campaign)}
    </Alert>
  );
}
