import { Button, Group, Progress, Text, Tooltip } from "@mantine/core";
import { IconPencilPlus, IconSend } from "@tabler/icons-react";
import { useCallback } from "react";
import { Link, Navigate, useNavigate, useParams } from "react-router";
import { z } from "zod";
import {
  type Campaign,
  type CampaignGroup,
  type CampaignList,
  campaignGroups,
  countWaiting,
} from "#contract/campaigns.schema.ts";
import { campaignKindLabels } from "#contract/email.ts";
import { formatParisDateTime } from "#contract/paris-time.ts";
import { MailBanners } from "#web/admin/mail-kit/mail-banners.tsx";
import { emailSettingsQuery, holdQuery } from "#web/admin/mail-kit/mail-kit.api.ts";
import { ChoiceStrip } from "#web/admin/ui/controls.tsx";
import { EmptyState, ErrorAlert, LoadingText } from "#web/admin/ui/feedback.tsx";
import { campaignsKeys, useKeys } from "#web/admin/ui/keys/keys.ts";
import { MoreButton } from "#web/admin/ui/more-button.tsx";
import { type PrefetchScreen, useEagerInfiniteQuery } from "#web/admin/ui/prefetch.ts";
import { ScreenHeader } from "#web/admin/ui/screen-header.tsx";
import { useAddress, uuidParameter, wordParameter } from "#web/admin/ui/use-address.ts";
import { formatCount, formatDateTime, formatNumber } from "#web/lib/format.ts";
import {
  audienceText,
  campaignAddress,
  draftAddress,
  newCampaign,
  settledPercent,
} from "./campaign-texts.ts";
import { campaignListQuery } from "./campaigns.api.ts";
import classes from "./campaigns.module.css";
import { WritingPage } from "./form/writing-page.tsx";
import { CampaignPage } from "./page/campaign-page.tsx";
import { CampaignBadge } from "./progress/campaign-controls.tsx";

const campaignListParams = z.object({ group: wordParameter([...campaignGroups, "all"], "all") });

const groupLabels: Record<CampaignGroup, string> = {
  draft: "Brouillons",
  scheduled: "Programmés",
  running: "En cours",
  done: "Terminés",
};

/** Drafts, scheduled, running and ended campaigns. */
export function CampaignListView() {
  const { state, change } = useAddress(campaignListParams);
  const list = useEagerInfiniteQuery(campaignListQuery(state.group === "all" ? null : state.group));
  const navigate = useNavigate();
  useNewKey(useCallback(() => void navigate(draftAddress()), [navigate]));
  const counts = list.data?.pages[0]?.counts;
  const campaigns = list.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <>
      <ScreenHeader title="Envoi d'emails en masse" actions={<NewCampaign />}>
        Un même message à tous les inscrits, ou à une partie d’entre eux.
      </ScreenHeader>
      <MailBanners />
      {counts && sumOf(counts) > 0 && (
        <ChoiceStrip
          label="Envois montrés"
          choices={choicesOf(counts)}
          value={state.group}
          onChange={(group) => change({ group })}
        />
      )}
      {list.isPending && <LoadingText>Chargement des envois…</LoadingText>}
      {list.isError && (
        <ErrorAlert
          error={list.error}
          fallback="Les envois n’ont pas pu être chargés."
          onRetry={() => void list.refetch()}
        />
      )}
      {counts && campaigns.length === 0 && (
        <Nothing everywhere={sumOf(counts) === 0} onAll={() => change({ group: "all" })} />
      )}
      {campaigns.length > 0 && (
        <>
          <ul className={classes.list} aria-label="Envois" aria-busy={list.isPlaceholderData}>
            {campaigns.map((campaign) => (
              <CampaignRow key={campaign.id} campaign={campaign} />
            ))}
          </ul>
          <Group justify="space-between" mt="sm" className="tabular">
            <Text size="sm" c="dimmed" role="status">
              {formatCount(campaigns.length, "envoi affiché", "envois affichés")}
            </Text>
            {list.hasNextPage && <MoreButton list={list} />}
          </Group>
        </>
      )}
    </>
  );
}

function NewCampaign() {
  return (
    <Tooltip label="Touche N">
      <Button
        component={Link}
        to={draftAddress()}
        aria-keyshortcuts="n"
        leftSection={<IconPencilPlus size={16} aria-hidden />}
      >
        Nouvel envoi
      </Button>
    </Tooltip>
  );
}

function Nothing({ everywhere, onAll }: { everywhere: boolean; onAll: () => void }) {
  if (!everywhere) {
    return (
      <EmptyState
        icon={IconSend}
        title="Aucun envoi ici"
        action={
          <Button variant="default" onClick={onAll}>
            Voir tous les envois
          </Button>
        }
      />
    );
  }
  return (
    <EmptyState
      icon={IconSend}
      title="Votre premier envoi commence ici"
      action={
        <Button component={Link} to={draftAddress()} mt="xs">
          Écrire le premier message
        </Button>
      }
    >
      Écrivez un message : il s’enregistre en brouillon de lui-même, se vérifie, s’essaie sur votre adresse,
      et ne part que lorsque vous le décidez.
    </EmptyState>
  );
}

type Counts = CampaignList["counts"];

const sumOf = (counts: Counts) => campaignGroups.reduce((sum, group) => sum + (counts[group] ?? 0), 0);

function choicesOf(counts: Counts) {
  return [
    { value: "all" as const, label: `Tous (${formatNumber(sumOf(counts))})` },
    ...campaignGroups.map((value) => ({
      value,
      label: `${groupLabels[value]} (${formatNumber(counts[value] ?? 0)})`,
    })),
  ];
}

/** N without another key, outside fields and dialogs, begins a new message. */
function useNewKey(begin: () => void): void {
  useKeys(campaignsKeys, { begin });
}

/** One campaign of the list: subject, recipients, progress and result. */
export function CampaignRow({ campaign }: { campaign: Campaign }) {
  const { id, subject, status, kind, simulated, resendOf } = campaign;
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
          {campaignKindLabels[kind]} · {audienceText(campaign)}
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
  if (status === "scheduled")
    return `Départ le ${formatParisDateTime(scheduledAt ?? createdAt)} · par ${createdBy}`;
  if (finishedAt !== null) return `Terminé le ${formatDateTime(finishedAt)} · lancé par ${createdBy}`;
  return `Lancé le ${formatDateTime(startedAt ?? createdAt)} par ${createdBy}`;
}

/** Zeros are dimmed, so that the other figures are easier to see. */
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

/** Links of earlier versions contain the campaign's id as a parameter. */
const linkedAddress = z.object({ campaign: uuidParameter });

export const prefetch: PrefetchScreen = ({ prefetchQuery, prefetchList }) => {
  prefetchList(campaignListQuery(null));
  prefetchQuery(emailSettingsQuery);
  prefetchQuery(holdQuery);
};

/** The list, the form of a draft, or the page of a campaign. */
export default function CampaignsScreen() {
  const { campaign } = useParams();
  const { state } = useAddress(linkedAddress);
  if (campaign === newCampaign) return <WritingPage />;
  const id = uuidParameter.parse(campaign);
  if (id !== null) return <CampaignPage key={id} id={id} />;
  if (state.campaign !== null) return <Navigate to={campaignAddress(state.campaign)} replace />;
  return <CampaignListView />;
}
