import { Anchor } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { IconArrowLeft } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { Link, Navigate, useNavigate } from "react-router";
import { z } from "zod";
import { campaignAddress, campaignsPath } from "#web/admin/features/campaigns/campaign-texts.ts";
import { campaignDetailQuery, runningQuery } from "#web/admin/features/campaigns/campaigns.api.ts";
import { MailBanners } from "#web/admin/mail-kit/mail-banners.tsx";
import { useDocumentTitle } from "#web/admin/ui/document-title.ts";
import { ErrorAlert, LoadingText } from "#web/admin/ui/feedback.tsx";
import { ScreenHeader } from "#web/admin/ui/screen-header.tsx";
import { useAddress, uuidParameter } from "#web/admin/ui/use-address.ts";
import { useLeft } from "#web/admin/ui/use-left.ts";
import { SendingProblem } from "../progress/campaign-controls.tsx";
import { CampaignForm } from "./campaign-form.tsx";

const writingAddress = z.object({ draft: uuidParameter, segment: uuidParameter });

/** Shows a new message, or the draft whose id is in the address. */
export function WritingPage() {
  const { state, change } = useAddress(writingAddress);
  const [opened, setOpened] = useState({ count: 0, draft: state.draft });
  /** The draft that the form edits. It does not load a draft that it has just created. */
  const written = useRef(state.draft);
  useEffect(() => {
    if (state.draft === written.current) return;
    written.current = state.draft;
    setOpened(({ count }) => ({ count: count + 1, draft: state.draft }));
  }, [state.draft]);
  const becomes = (draft: string | null) => {
    written.current = draft;
    change({ draft, segment: null }, { replace: true });
  };
  return (
    <>
      <BackToCampaigns />
      <WritingHeader draft={state.draft} />
      <MailBanners />
      {opened.draft === null ? (
        <Form key={opened.count} draft={null} segment={state.segment} onBecome={becomes} />
      ) : (
        <StoredDraft key={opened.count} id={opened.draft} onBecome={becomes} />
      )}
    </>
  );
}

export function BackToCampaigns() {
  return (
    <Anchor component={Link} to={campaignsPath} size="sm" display="inline-flex" mb="xs" style={{ gap: 4 }}>
      <IconArrowLeft size={18} aria-hidden />
      Tous les envois
    </Anchor>
  );
}

/** The page title differs from that of the list. For a stored draft it is the subject. */
function WritingHeader({ draft }: { draft: string | null }) {
  const stored = useQuery({ ...campaignDetailQuery(draft ?? ""), enabled: false });
  const subject = stored.data?.subject;
  const name =
    draft === null ? "nouveau message" : subject ? `brouillon «\u00a0${subject}\u00a0»` : "brouillon";
  useDocumentTitle(`E-mails en masse, ${name}`);
  return (
    <ScreenHeader title={["Envoi d'emails en masse", name].join(", ")}>
      {draft === null ? "Un nouveau message." : "Un brouillon, que tous les administrateurs voient."}
    </ScreenHeader>
  );
}

type FormProps = Pick<Parameters<typeof CampaignForm>[0], "draft" | "segment"> & {
  onBecome: (draft: string | null) => void;
};

function StoredDraft({ id, onBecome }: { id: string; onBecome: FormProps["onBecome"] }) {
  const query = useQuery({
    ...campaignDetailQuery(id),
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  if (query.data && query.data.status !== "draft") return <Navigate to={campaignAddress(id)} replace />;
  if (query.data)
    return (
      <>
        <SendingProblem campaign={query.data} />
        <Form draft={query.data} segment={null} onBecome={onBecome} />
      </>
    );
  if (query.isPending) return <LoadingText>Chargement du brouillon…</LoadingText>;
  return <ErrorAlert error={query.error} onRetry={() => void query.refetch()} />;
}

function Form({ draft, segment, onBecome }: FormProps) {
  const { data: running = false } = useQuery(runningQuery);
  const navigate = useNavigate();
  const left = useLeft();
  return (
    <CampaignForm
      draft={draft}
      segment={segment}
      running={running}
      // The answer to a save may arrive after the admin has opened another screen or draft, which must stay as it is.
      onMade={(id) => {
        if (!left.current) onBecome(id);
      }}
      onGone={() => {
        if (left.current) return;
        onBecome(null);
        notifications.show({
          color: "yellow",
          message:
            "Ce brouillon a été supprimé. Votre texte est gardé ici, et redevient un brouillon si vous l’écrivez.",
        });
      }}
      onDeleted={() => void navigate(campaignsPath)}
      onStarted={(id) => void navigate(campaignAddress(id), { state: { fresh: true } })}
      onAlreadyStarted={(id) => {
        notifications.show({ color: "yellow", message: "Cet envoi a déjà été lancé." });
        if (!left.current) void navigate(campaignAddress(id));
      }}
    />
  );
}
