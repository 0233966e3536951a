import { Group, Paper, Text, Title } from "@mantine/core";
import { Link } from "react-router";
import { z } from "zod";
import type { EmailLogEntry } from "#contract/email.schema.ts";
import { type EmailStatus, emailStatuses } from "#contract/email.ts";
import { campaignLogQuery } from "#web/admin/features/campaigns/campaigns.api.ts";
import { ChoiceStrip } from "#web/admin/ui/controls.tsx";
import { ErrorAlert, LoadingText } from "#web/admin/ui/feedback.tsx";
import { MoreButton } from "#web/admin/ui/more-button.tsx";
import { useEagerInfiniteQuery } from "#web/admin/ui/prefetch.ts";
import { screenAddress } from "#web/admin/ui/screen-address.ts";
import { useAddress, wordParameter } from "#web/admin/ui/use-address.ts";
import { formatCount, formatDateTime } from "#web/lib/format.ts";
import classes from "./page.module.css";

const logAddress = z.object({ outcome: wordParameter([...emailStatuses, "all"], "all") });

const outcomeLabels: Record<EmailStatus, [one: string, many: string]> = {
  pending: ["En attente", "En attente"],
  sent: ["Envoyé", "Envoyés"],
  failed: ["Échec", "Échecs"],
  cancelled: ["Annulé", "Annulés"],
  skipped: ["Non envoyé", "Non envoyés"],
};
const choices = [
  { value: "all" as const, label: "Tous" },
  ...emailStatuses.map((value) => ({ value, label: outcomeLabels[value][1] })),
];

/** The mail log of this campaign. Each entry links to the log's own screen, which shows the message. */
export function CampaignLog({ id }: { id: string }) {
  const { state, change } = useAddress(logAddress);
  const log = useEagerInfiniteQuery(campaignLogQuery(id, state.outcome));
  const entries = log.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <Paper
      component="section"
      withBorder
      className={classes.panel ?? ""}
      aria-labelledby="campaign-log-title"
    >
      <Title order={2} size="h3" id="campaign-log-title">
        Destinataires
      </Title>
      <ChoiceStrip
        label="Filtrer par statut"
        choices={choices}
        value={state.outcome}
        onChange={(outcome) => change({ outcome }, { replace: true })}
      />
      {log.isPending && <LoadingText>Chargement de l’historique…</LoadingText>}
      {log.isError && <ErrorAlert error={log.error} onRetry={() => void log.refetch()} />}
      {log.isSuccess && entries.length === 0 && <Text c="dimmed">Aucun e-mail ne correspond.</Text>}
      {entries.length > 0 && (
        <ul className={classes.entries} aria-label="E-mails de cet envoi" aria-busy={log.isPlaceholderData}>
          {entries.map((entry) => (
            <Entry key={entry.id} entry={entry} />
          ))}
        </ul>
      )}
      <Group justify="space-between" className="tabular">
        <Text size="sm" c="dimmed" role="status">
          {entries.length > 0 && formatCount(entries.length, "e-mail affiché", "e-mails affichés")}
        </Text>
        {log.hasNextPage && <MoreButton list={log} />}
      </Group>
    </Paper>
  );
}

function Entry({ entry }: { entry: EmailLogEntry }) {
  const { recipientEmail, recipientName, status, errorMessage, sentAt, createdAt } = entry;
  return (
    <li>
      <div className={classes.who}>
        {recipientName && <bdi>{recipientName}</bdi>}
        <Link
          to={`${screenAddress("emails")}?tab=log&entry=${entry.id}`}
          aria-label={`Contenu de l’e-mail à ${recipientEmail}`}
        >
          {recipientEmail}
        </Link>
      </div>
      <div className={classes.what} data-status={status}>
        <span>{outcomeLabels[status][0]}</span>
        {errorMessage && <span className={classes.note}>{errorMessage}</span>}
      </div>
      <span className={classes.when}>{formatDateTime(sentAt ?? createdAt)}</span>
    </li>
  );
}
