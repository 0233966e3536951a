import { Button, Checkbox, Group, Paper, Stack, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { notifications } from "@mantine/notifications";
import { IconCopy, IconRepeat } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Navigate, useLocation, useNavigate } from "react-router";
import { type Campaign, isSettled } from "#contract/campaigns.schema.ts";
import { emailMessages } from "#contract/email.ts";
import {
  campaignAddress,
  campaignsPath,
  campaignTimeText,
  draftAddress,
  hasEnded,
} from "#web/admin/features/campaigns/campaign-texts.ts";
import {
  campaignDetailQuery,
  campaignQuery,
  useDuplicate,
  useResendMissing,
} from "#web/admin/features/campaigns/campaigns.api.ts";
import { BackToCampaigns } from "#web/admin/features/campaigns/form/writing-page.tsx";
import { CampaignProgress } from "#web/admin/features/campaigns/progress/campaign-progress.tsx";
import { MailBanners } from "#web/admin/mail-kit/mail-banners.tsx";
import { MailPreview } from "#web/admin/mail-kit/mail-preview.tsx";
import { ConfirmDialog } from "#web/admin/ui/admin-dialog.tsx";
import { SavingButton } from "#web/admin/ui/buttons.tsx";
import { useDocumentTitle } from "#web/admin/ui/document-title.ts";
import { failureNotice } from "#web/admin/ui/failure-notice.ts";
import { ErrorAlert, LoadingText } from "#web/admin/ui/feedback.tsx";
import { useEagerQuery } from "#web/admin/ui/prefetch.ts";
import { ScreenHeader } from "#web/admin/ui/screen-header.tsx";
import { useCurrentAdmin } from "#web/admin/ui/session.api.ts";
import { failureMessage } from "#web/lib/api.ts";
import { formatCount } from "#web/lib/format.ts";
import { CampaignFiguresPanel } from "./campaign-figures.tsx";
import { CampaignLog } from "./campaign-log.tsx";
import classes from "./page.module.css";

/** One campaign: its state, live, its figures over time, and its messages. */
export function CampaignPage({ id }: { id: string }) {
  const { data: campaign } = useEagerQuery(campaignQuery(id));
  const navigate = useNavigate();
  const location = useLocation();
  const fresh = (location.state as { fresh?: boolean } | null)?.fresh === true;
  useDocumentTitle(campaign?.subject);
  if (campaign?.status === "draft") return <Navigate to={draftAddress(id)} replace />;
  return (
    <>
      <BackToCampaigns />
      <ScreenHeader
        title={campaign?.subject ?? "Envoi"}
        actions={campaign && <Actions campaign={campaign} />}
      >
        {campaign && campaignTimeText(campaign)}
      </ScreenHeader>
      <MailBanners />
      <CampaignProgress id={id} fresh={fresh} onClose={() => void navigate(campaignsPath)} />
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

/** Collapsed, and rendered when opened: most visits do not need it. */
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
  const { data, error, isPending, refetch } = useQuery({
    ...campaignDetailQuery(id),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (isPending) return <LoadingText>Chargement du message…</LoadingText>;
  if (!data) {
    return (
      <ErrorAlert
        error={error}
        fallback="Le message n’a pas pu être chargé."
        onRetry={() => void refetch()}
      />
    );
  }
  return <MailPreview subject={data.subject} content={data.content} purpose={data.kind} />;
}

/** Appears once the campaign has ended and some of its messages failed. */
function ResendButton({ campaign }: { campaign: Campaign }) {
  const { isSuperAdmin } = useCurrentAdmin();
  const [asking, question] = useDisclosure(false);
  const [uncertain, setUncertain] = useState(false);
  const navigate = useNavigate();
  const resend = useResendMissing(campaign.id);
  if (!hasEnded(campaign) || campaign.failed === 0) return null;
  if (campaign.kind !== "news" && !isSuperAdmin) return null;
  const send = () =>
    resend.mutate(uncertain, {
      onSuccess: ({ id }) => {
        question.close();
        void navigate(campaignAddress(id), { state: { fresh: true } });
      },
    });
  return (
    <>
      <Button variant="default" leftSection={<IconRepeat size={16} aria-hidden />} onClick={question.open}>
        Renvoyer à ceux qui ne l’ont pas reçu
      </Button>
      <ConfirmDialog
        title="Renvoyer à ceux qui ne l’ont pas reçu ?"
        open={asking}
        onClose={question.close}
        confirm="Renvoyer"
        cancel="Ne rien renvoyer"
        pending={resend.isPending}
        onConfirm={send}
      >
        <Stack gap="sm">
          <Text>
            {formatCount(campaign.failed, "échec", "échecs")} : le même message part à ceux de ces
            destinataires qui ne l’ont pas reçu depuis, sont encore inscrits et peuvent encore être contactés.
            C’est un envoi à part, qui commence aussitôt.
          </Text>
          <Checkbox
            label={`Aussi à ceux qui l’ont peut-être reçu (« ${emailMessages.interrupted} »)`}
            description="Certains pourraient le recevoir deux fois."
            checked={uncertain}
            onChange={({ currentTarget }) => setUncertain(currentTarget.checked)}
          />
          <ErrorAlert
            error={resend.error}
            fallback="Le renvoi n’a pas pu commencer."
            onClose={resend.reset}
          />
        </Stack>
      </ConfirmDialog>
    </>
  );
}

/** Opens a draft with the same text and recipients. */
function DuplicateButton({ id }: { id: string }) {
  const navigate = useNavigate();
  const duplicate = useDuplicate(id);
  return (
    <SavingButton
      variant="default"
      leftSection={<IconCopy size={16} aria-hidden />}
      loading={duplicate.isPending}
      onClick={() =>
        duplicate.mutate(undefined, {
          onSuccess: (draft) => void navigate(draftAddress(draft.id)),
          onError: (error) =>
            notifications.show({
              ...failureNotice,
              message: failureMessage(error, "Cet envoi n’a pas pu être dupliqué."),
            }),
        })
      }
    >
      Dupliquer
    </SavingButton>
  );
}
