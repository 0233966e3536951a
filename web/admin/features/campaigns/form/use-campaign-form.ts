import { schemaResolver, useForm } from "@mantine/form";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type CampaignDetail, startCampaignSchema } from "#contract/campaigns.schema.ts";
import {
  duplicateOf,
  recipientCountQuery,
  useCampaignChecks,
  useStartDraft,
} from "#web/admin/features/campaigns/campaigns.api.ts";
import { emailSettingsQuery } from "#web/admin/mail-kit/mail-kit.api.ts";
import { useSessionDraft } from "#web/admin/mail-kit/use-session-draft.ts";
import { useEagerQuery } from "#web/admin/ui/prefetch.ts";
import { segmentsQuery } from "#web/admin/ui/segments.api.ts";
import { ApiFailure } from "#web/lib/api.ts";
import {
  type CampaignValues,
  campaignStart,
  draftOf,
  emptyCampaign,
  scheduleProblem,
  startTime,
  valuesOfDraft,
} from "./campaign-values.ts";
import { useDraftSaving } from "./draft-saving.tsx";

const check = schemaResolver(startCampaignSchema, { sync: true });

/** The unsaved changes of one draft in this tab. A new message has no id. */
const emptyNet = { ...emptyCampaign, draftId: "", version: 0, unsaved: false };
const netName = ({ draftId }: typeof emptyNet) =>
  draftId === "" ? "email-sender" : `email-sender-${draftId}`;

type Callbacks = {
  onMade: (id: string) => void;
  onGone: () => void;
  onStarted: (id: string) => void;
  /** Called when another admin or another tab has already started the campaign. */
  onAlreadyStarted: (id: string) => void;
  onRefused: (errors: Record<string, unknown>) => void;
};

/** `segment`: the recipients of a new message; null for all. */
type Begun = { draft: CampaignDetail | null; segment: string | null };

/**
 * Holds the message and its recipients, and starts the campaign. Input is saved as a draft on the server. Until then this
 * tab keeps it, so that input survives the end of the session and a lost network.
 */
export function useCampaignForm({ draft, segment: asked }: Begun, callbacks: Callbacks) {
  const { onMade, onGone, onStarted, onAlreadyStarted, onRefused } = callbacks;
  const net = useSessionDraft(netName, { ...emptyNet, draftId: draft?.id ?? "" });
  const [begun] = useState(() => begin({ draft, segment: asked }, net.initial));
  const settings = useEagerQuery(emailSettingsQuery);
  const start = useStartDraft();
  const checks = useCampaignChecks();
  const [confirming, setConfirming] = useState(false);
  /** The version of the segment whose recipients the dialog names. */
  const [confirmedSegment, setConfirmedSegment] = useState<number>();
  const form = useForm<CampaignValues>({
    initialValues: begun.values,
    validate: (values) => {
      const late = scheduleProblem(values, new Date());
      return { ...check(campaignStart(values)), ...(late && { scheduledAt: late }) };
    },
    onValuesChange: (values) => {
      keep(values, true);
      saving.changed();
    },
  });
  const keep = (values: CampaignValues, unsaved: boolean) => {
    const changes = { ...values, draftId: saving.keptId(), version: saving.keptVersion(), unsaved };
    if (unsaved) net.keep(changes);
    else net.forget(changes);
  };
  const forget = () => net.forget({ ...emptyNet, draftId: saving.keptId() });
  const saving = useDraftSaving({
    initial: begun.kept,
    read: () => draftOf(form.getValues()),
    write: form.setValues,
    onSaved: (_kept, unsaved) => keep(form.getValues(), unsaved),
    onMade(id) {
      net.forget(emptyNet);
      onMade(id);
    },
    onGone() {
      keep(form.getValues(), true);
      onGone();
    },
    onStarted: onAlreadyStarted,
    onRefused: form.setErrors,
  });
  const { recipientType, statusFilter, segmentId, kind } = form.values;
  const recipients = useEagerQuery(recipientCountQuery({ recipientType, statusFilter, segmentId, kind }));
  const segments = useQuery(segmentsQuery);
  const segment = segments.data?.items.find(({ id }) => id === segmentId);
  const counted = recipients.isPlaceholderData ? undefined : recipients.data;
  const count = counted?.count;

  const send = () => {
    setConfirming(false);
    start.mutate(
      {
        draft: saving.settle,
        scheduledAt: startTime(form.getValues()),
        segmentVersion: confirmedSegment,
      },
      {
        onSuccess: ({ id }) => {
          forget();
          onStarted(id);
        },
        onError: (error) => {
          const duplicate = duplicateOf(error);
          if (duplicate) onAlreadyStarted(duplicate);
          else if (error instanceof ApiFailure) {
            if (segmentId !== null) void segments.refetch();
            form.setErrors(error.fields);
            onRefused(error.fields);
          }
        },
      },
    );
  };
  const submit = form.onSubmit(() => {
    if (count === 0 || (segmentId !== null && !segment)) return;
    setConfirmedSegment(segment?.version);
    checks.mutate(saving.settle);
    setConfirming(true);
  }, onRefused);
  return {
    form,
    start,
    checks,
    saving,
    submit,
    send,
    recipients,
    segments,
    counted,
    count,
    confirming,
    simulated: settings.data?.simulationMode ?? false,
    abandon: () => setConfirming(false),
    forget() {
      saving.cancel();
      forget();
    },
    /** Replaces the editor's content, for example with a template. */
    replaceText(text: Pick<CampaignValues, "subject" | "content">) {
      form.setValues(text);
      form.clearErrors();
    },
    draftTooLarge: net.tooLarge,
  };
}

export type CampaignFormHandle = ReturnType<typeof useCampaignForm>["form"];

/** The tab's unsaved changes take precedence over the server's version. In a new message the segment in the address does too. */
function begin({ draft, segment }: Begun, net: typeof emptyNet) {
  const { draftId, version, unsaved, ...typed } = net;
  const isOurs = unsaved && draftId === (draft?.id ?? "");
  const stored = draft ? valuesOfDraft(draft) : emptyCampaign;
  return {
    values: {
      ...(isOurs ? typed : stored),
      ...(draft === null && segment !== null && { segmentId: segment, statusFilter: "all" as const }),
    },
    // Unsaved changes keep the version that they are based on, so that a save asks about newer changes of other admins.
    kept: draft && { id: draft.id, version: isOurs ? version : draft.version, fields: draftOf(stored) },
  };
}
