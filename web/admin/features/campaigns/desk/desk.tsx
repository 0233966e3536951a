import { Button, Group, Text, Tooltip } from "@mantine/core";
import { IconPencilPlus, IconSend } from "@tabler/icons-react";
import { useCallback } from "react";
import { Link, useNavigate } from "react-router";
import { z } from "zod";
import { type CampaignGroup, type CampaignList, campaignGroups } from "#contract/campaigns.schema.ts";
import { draftAddress } from "#web/admin/features/campaigns/campaign-texts.ts";
import { campaignListQuery } from "#web/admin/features/campaigns/campaigns.api.ts";
import { MailBanners } from "#web/admin/mail-kit/mail-banners.tsx";
import { SavingButton } from "#web/admin/ui/buttons.tsx";
import { ChoiceStrip } from "#web/admin/ui/controls.tsx";
import { EmptyState, ErrorAlert, LoadingText } from "#web/admin/ui/feedback.tsx";
import { campaignsKeys } from "#web/admin/ui/keys/key-groups.ts";
import { useKeys } from "#web/admin/ui/keys/use-keys.ts";
import { useEagerInfiniteQuery } from "#web/admin/ui/prefetch.ts";
import { ScreenHeader } from "#web/admin/ui/screen-header.tsx";
import { useAddress, wordParameter } from "#web/admin/ui/use-address.ts";
import { formatCount, formatNumber } from "#web/lib/format.ts";
import { CampaignRow } from "./campaign-row.tsx";
import classes from "./desk.module.css";

const deskAddressSchema = z.object({ group: wordParameter([...campaignGroups, "all"], "all") });

const groupLabels: Record<CampaignGroup, string> = {
  draft: "Brouillons",
  scheduled: "Programmés",
  running: "En cours",
  done: "Terminés",
};

/** Drafts, scheduled, running and ended campaigns. */
export function Desk() {
  const { state, change } = useAddress(deskAddressSchema);
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
            {list.hasNextPage && (
              <SavingButton
                variant="default"
                loading={list.isFetchingNextPage}
                onClick={() => void list.fetchNextPage()}
              >
                Afficher plus
              </SavingButton>
            )}
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

/** Pressed alone, outside fields and dialogs, N begins a new message. */
function useNewKey(begin: () => void): void {
  useKeys(campaignsKeys, { begin });
}
