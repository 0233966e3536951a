import { Alert, Group, Paper, Progress, Text, Title } from "@mantine/core";
import { useEffect, useRef } from "react";
import { type Campaign, campaignSummary, countWaiting, isSettled } from "#contract/campaigns.schema.ts";
import { campaignKindLabels } from "#contract/email.ts";
import { formatParisDateTime } from "#contract/paris-time.ts";
import { audienceText, hasEnded, settledPercent } from "#web/admin/features/campaigns/campaign-texts.ts";
import { campaignQuery, useCampaignEvents } from "#web/admin/features/campaigns/campaigns.api.ts";
import { ErrorAlert, LoadingText } from "#web/admin/ui/feedback.tsx";
import { useEagerQuery } from "#web/admin/ui/prefetch.ts";
import { formatCount, formatNumber, formatPercent } from "#web/lib/format.ts";
import {
  CampaignBadge,
  CampaignControls,
  formatRate,
  formatTimeLeft,
  SendingProblem,
  useSendRate,
} from "./campaign-controls.tsx";
import classes from "./progress.module.css";

type Props = {
  id: string;
  /** True for a campaign that was just started: it is scrolled into view. */
  fresh: boolean;
  onClose: () => void;
};

/** The live progress of a campaign, which runs on the server. */
export function CampaignProgress({ id, fresh, onClose }: Props) {
  const query = useEagerQuery(campaignQuery(id));
  const campaign = query.data;
  useCampaignEvents(id, campaign !== undefined && isSettled(campaign));
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

function ProgressBody({ campaign, onClose }: { campaign: Campaign; onClose: () => void }) {
  const { status, createdBy } = campaign;
  return (
    <>
      <Group justify="space-between" align="flex-start" wrap="nowrap">
        <div>
          <Title order={2} size="h3">
            {hasEnded(campaign) ? "Résultat" : "Progression"}
          </Title>
          <Text size="sm" c="dimmed">
            {campaign.simulated && "Simulation · "}
            {campaignKindLabels[campaign.kind]}
            {campaign.reason !== null && ` (${campaign.reason})`}
            {" · "}
            {audienceText(campaign)} · lancé par {createdBy}
          </Text>
        </div>
        <CampaignBadge status={status} />
      </Group>
      <SendingProblem campaign={campaign} />
      {status === "scheduled" ? (
        <Text>
          Départ le {formatParisDateTime(campaign.scheduledAt ?? campaign.createdAt)} (heure de Paris).
        </Text>
      ) : (
        <Counts campaign={campaign} />
      )}
      <div role="status">{hasEnded(campaign) && <Ending campaign={campaign} />}</div>
      <CampaignControls campaign={campaign} onClose={onClose} />
    </>
  );
}

function Counts({ campaign }: { campaign: Campaign }) {
  const { total, sent, failed, cancelled, skipped, status } = campaign;
  const { bounced, unsubscribed, complained } = campaign;
  const percent = settledPercent(campaign);
  const left = countWaiting(campaign);
  const share = (count: number) => (total === 0 ? 0 : (count / total) * 100);
  const rate = useSendRate(campaign);
  return (
    <>
      <Progress.Root size="lg" aria-label="Part des e-mails traités">
        <Progress.Section
          value={share(sent)}
          color="green"
          aria-label="Envoyés"
          aria-valuetext={formatPercent(Math.floor(percent))}
        />
        <Progress.Section value={share(failed)} color="red" aria-label="Échecs" />
        <Progress.Section value={share(cancelled)} color="gray" aria-label="Annulés" />
        <Progress.Section value={share(skipped)} color="gray.4" aria-label="Non envoyés" />
      </Progress.Root>
      <dl className={classes.counts}>
        <Count label="Envoyés" value={formatNumber(sent)} />
        <Count label="Échecs" value={formatNumber(failed)} />
        {cancelled > 0 && <Count label="Annulés" value={formatNumber(cancelled)} />}
        {skipped > 0 && <Count label="Non envoyés" value={formatNumber(skipped)} />}
        {bounced > 0 && <Count label="Rebonds" value={formatNumber(bounced)} />}
        {unsubscribed > 0 && <Count label="Désinscriptions" value={formatNumber(unsubscribed)} />}
        {complained > 0 && <Count label="Plaintes" value={formatNumber(complained)} />}
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

/** The sentence of the specification. For a cancelled campaign, the number of messages that were not sent comes first. */
function Ending({ campaign }: { campaign: Campaign }) {
  const { cancelled, skipped } = campaign;
  const waiting = countWaiting(campaign);
  const color = campaign.simulated ? "blue" : campaign.failed > 0 ? "yellow" : "green";
  return (
    <Alert color={campaign.status === "cancelled" ? "gray" : color} variant="light">
      {campaign.status === "cancelled" && "Envoi annulé. "}
      {cancelled > 0 &&
        `${formatCount(cancelled, "e-mail annulé ne partira pas", "e-mails annulés ne partiront pas")}. `}
      {(campaign.status === "completed" || campaign.sent + campaign.failed > 0) && campaignSummary(campaign)}
      {skipped > 0 && ` ${formatCount(skipped, "non envoyé", "non envoyés")}.`}
      {waiting > 0 &&
        ` ${formatCount(waiting, "e-mail est encore en attente", "e-mails sont encore en attente")}.`}
    </Alert>
  );
}
