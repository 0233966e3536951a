import { Group, Paper } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Navigate, useLocation, useNavigate } from "react-router";
import { type Campaign, isSettled } from "#contract/campaigns.schema.ts";
import { deskAddress, draftAddress } from "#web/admin/features/campaigns/campaign-addresses.ts";
import { campaignQuery, wholeCampaignQuery } from "#web/admin/features/campaigns/campaigns.api.ts";
import { BackToDesk } from "#web/admin/features/campaigns/form/writing-page.tsx";
import { CampaignProgress } from "#web/admin/features/campaigns/progress/campaign-progress.tsx";
import { MailBanners } from "#web/admin/mail-kit/mail-banners.tsx";
import { MailPreview } from "#web/admin/mail-kit/mail-preview.tsx";
import { LoadingText } from "#web/admin/ui/loading-text.tsx";
import { ScreenHeader } from "#web/admin/ui/screen-header.tsx";
import { useEagerQuery } from "#web/admin/ui/use-eager-query.ts";
import { CampaignFiguresPanel } from "./campaign-figures.tsx";
import { CampaignLog } from "./campaign-log.tsx";
import { DuplicateButton } from "./duplicate-button.tsx";
import classes from "./page.module.css";
import { ResendButton } from "./resend-button.tsx";

/** What became of one campaign: its state, live, its figures over time, and its messages. */
export function CampaignPage({ id }: { id: string }) {
  const { data: campaign } = useEagerQuery(campaignQuery(id));
  const navigate = useNavigate();
  const location = useLocation();
  const fresh = (location.state as { fresh?: boolean } | null)?.fresh === true;
  if (campaign?.status === "draft") return <Navigate to={draftAddress(id)} replace />;
  return (
    <>
      <BackToDesk />
      <ScreenHeader title="Envoi d'emails en masse" actions={campaign && <Actions campaign={campaign} />}>
        Ce qu’est devenu cet envoi.
      </ScreenHeader>
      <MailBanners />
      <CampaignProgress id={id} fresh={fresh} onClose={() => void navigate(deskAddress)} />
      {campaign && (
        <>
          {campaign.startedAt !== null && (
            <CampaignFiguresPanel id={id} subject={campaign.subject} settled={isSettled(campaign)} />
          )}
          <Message id={id} />
          {campaign.startedAt !== null && <CampaignLog id={id} />}
        </>
      )}
    </>
  );
}

function Actions({ campaign }: { campaign: Campaign }) {
  return (
    <Group gap="xs">
      <DuplicateButton id={campaign.id} />
      <ResendButton campaign={campaign} />
    </Group>
  );
}

/** Folded away, and drawn once it is wanted: whoever comes here mostly knows what it says. */
function Message({ id }: { id: string }) {
  const [open, setOpen] = useState(false);
  return (
    <Paper component="section" withBorder className={classes.panel ?? ""} aria-label="Message envoyé">
      <details className={classes.message} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>Voir le message</summary>
        {open && <MessagePreview id={id} />}
      </details>
    </Paper>
  );
}

function MessagePreview({ id }: { id: string }) {
  const { data } = useQuery({ ...wholeCampaignQuery(id), staleTime: Number.POSITIVE_INFINITY });
  if (!data) return <LoadingText>Chargement du message…</LoadingText>;
  return <MailPreview subject={data.subject} content={data.content} purpose={data.kind} />;
}
