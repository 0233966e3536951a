import { schemaResolver, useForm } from "@mantine/form";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { startCampaignSchema } from "#contract/campaigns.schema.ts";
import { emailSettingsQuery } from "#web/admin/mail-kit/mail-settings.api.ts";
import { useSessionDraft } from "#web/admin/mail-kit/use-session-draft.ts";
import {
  duplicateOf,
  recipientCountQuery,
  useStartCampaign,
} from "#web/admin/screens/campaigns/campaigns.api.ts";
import { ApiFailure } from "#web/lib/api.ts";
import { type CampaignValues, campaignStart, emptyCampaign, scheduleProblem } from "./campaign-values.ts";

const check = schemaResolver(startCampaignSchema, { sync: true });

type Callbacks = { onStarted: (id: string) => void; onRefused: (errors: Record<string, unknown>) => void };

/** The message being written, whom it is for, and starting it. What is typed survives a lost session. */
export function useCampaignForm({ onStarted, onRefused }: Callbacks) {
  const draft = useSessionDraft("email-sender", emptyCampaign);
  const settings = useQuery(emailSettingsQuery);
  const start = useStartCampaign();
  const [confirming, setConfirming] = useState(false);
  /** Counts messages: a new one gets a new editor. */
  const [written, setWritten] = useState(0);
  const form = useForm<CampaignValues>({
    initialValues: draft.initial,
    validate: (values) => {
      const late = scheduleProblem(values, new Date());
      return { ...check(campaignStart(values)), ...(late && { scheduledAt: late }) };
    },
    onValuesChange: draft.keep,
  });
  const { recipientType, statusFilter, kind } = form.values;
  const recipients = useQuery(recipientCountQuery({ recipientType, statusFilter, kind }));
  const counted = recipients.isPlaceholderData ? undefined : recipients.data;
  const count = counted?.count;

  const send = () => {
    setConfirming(false);
    start.mutate(campaignStart(form.getValues()), {
      onSuccess: ({ id }) => {
        form.setValues({ ...emptyCampaign, recipientType, statusFilter });
        form.clearErrors();
        setWritten((before) => before + 1);
        onStarted(id);
      },
      onError: (error) => {
        const duplicate = duplicateOf(error);
        if (duplicate) onStarted(duplicate);
        else if (error instanceof ApiFailure) form.setErrors(error.fields);
      },
    });
  };
  const submit = form.onSubmit(() => {
    if (count === 0) return;
    // Only a simulation is started without being asked about: nothing leaves.
    if (settings.data?.simulationMode) send();
    else setConfirming(true);
  }, onRefused);
  return {
    form,
    start,
    submit,
    send,
    recipients,
    counted,
    count,
    confirming,
    abandon: () => setConfirming(false),
    editorKey: written,
    draftTooLarge: draft.tooLarge,
  };
}

export type CampaignFormHandle = ReturnType<typeof useCampaignForm>["form"];
