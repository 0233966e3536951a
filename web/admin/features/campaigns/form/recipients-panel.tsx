import { Button, NativeSelect, Paper, Stack, Text, Title } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconAdjustmentsHorizontal } from "@tabler/icons-react";
import type { UseQueryResult } from "@tanstack/react-query";
import type { RecipientCount } from "#contract/campaigns.schema.ts";
import { recipientStatusFilters, recipientTypes } from "#contract/email.ts";
import {
  audienceText,
  recipientSentence,
  recipientTypeLabels,
  statusFilterLabels,
} from "#web/admin/features/campaigns/campaign-texts.ts";
import mailClasses from "#web/admin/mail-kit/mail-kit.module.css";
import { ErrorAlert } from "#web/admin/ui/feedback.tsx";
import { formatCount } from "#web/lib/format.ts";
import { KindFields } from "./campaign-fields.tsx";
import classes from "./form.module.css";
import type { CampaignFormHandle } from "./use-campaign-form.ts";

const types = recipientTypes.map((value) => ({ value, label: recipientTypeLabels[value] }));
const statuses = recipientStatusFilters.map((value) => ({ value, label: statusFilterLabels[value] }));

type Props = {
  form: CampaignFormHandle;
  recipients: Pick<UseQueryResult, "error" | "refetch">;
  /** Undefined while they are being counted. */
  counted: RecipientCount | undefined;
};

/** Whom the message is for, and how many they are. On small screens the filters are folded away. */
export function RecipientsPanel({ form, recipients, counted }: Props) {
  const [open, { toggle }] = useDisclosure(false);
  const { recipientType, statusFilter } = form.values;
  return (
    <Paper
      component="section"
      withBorder
      className={mailClasses.panel ?? ""}
      aria-labelledby="recipients-title"
    >
      <Stack gap="sm">
        <div className={classes.recipientsHead}>
          <Title order={2} size="h3" id="recipients-title">
            Destinataires
          </Title>
          <Button
            className={classes.filterToggle ?? ""}
            variant="default"
            size="xs"
            leftSection={<IconAdjustmentsHorizontal size={16} aria-hidden />}
            aria-expanded={open}
            aria-controls="recipient-filters"
            onClick={toggle}
          >
            Filtres
          </Button>
        </div>
        <KindFields form={form} />
        <div id="recipient-filters" className={classes.filters} data-open={open}>
          <NativeSelect label="Type de destinataires" data={types} {...form.getInputProps("recipientType")} />
          <NativeSelect label="Statut" data={statuses} {...form.getInputProps("statusFilter")} />
        </div>
        <div role="status">
          <Text className={classes.count ?? ""}>
            {counted === undefined ? "…" : formatCount(counted.count, "destinataire")}
          </Text>
          {counted && <Text size="sm">{recipientSentence(counted)}</Text>}
          <Text size="sm" c="dimmed">
            {audienceText(recipientType, statusFilter)}
          </Text>
        </div>
        <ErrorAlert error={recipients.error} onRetry={() => void recipients.refetch()} />
      </Stack>
    </Paper>
  );
}
