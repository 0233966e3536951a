import { Checkbox, Group, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { notifications } from "@mantine/notifications";
import { IconRepeat } from "@tabler/icons-react";
import { ErrorAlert } from "#web/admin/ui/error-alert.tsx";
import { SavingButton } from "#web/admin/ui/saving-button.tsx";
import { formatCount } from "#web/lib/format.ts";
import { ConfirmResend } from "./confirm-resend.tsx";
import { useResend } from "./log.api.ts";
import type { FailedSelection } from "./use-failed-selection.ts";

/** At most as many as one call takes. */
const mostAtOnce = 1_000;

/** Ticks all failed messages in view, and sends the ticked ones again once that is confirmed. */
export function ResendBar({ selection }: { selection: FailedSelection }) {
  const resend = useResend();
  const [asking, question] = useDisclosure(false);
  const { ids, failed } = selection;
  const entries = selection.chosen.slice(0, mostAtOnce);
  const send = () =>
    resend.mutate(
      entries.map(({ id }) => id),
      {
        onSettled: question.close,
        onSuccess: ({ count }) => {
          notifications.show({
            color: "green",
            message: `${formatCount(count, "e-mail remis", "e-mails remis")} en attente d’envoi.`,
          });
          selection.clear();
        },
      },
    );
  return (
    <>
      {failed.length > 0 && (
        <Group gap="md">
          <Checkbox
            label={`Sélectionner les échecs affichés (${failed.length})`}
            checked={ids.length === failed.length}
            indeterminate={ids.length > 0 && ids.length < failed.length}
            onChange={({ currentTarget }) => selection.setMany(failed, currentTarget.checked)}
          />
          <SavingButton
            size="xs"
            leftSection={<IconRepeat size={16} aria-hidden />}
            disabled={ids.length === 0}
            loading={resend.isPending}
            onClick={question.open}
          >
            Relancer les échecs
          </SavingButton>
          {ids.length > 0 && (
            <Text size="sm" c="dimmed">
              {formatCount(ids.length, "sélectionné")}
            </Text>
          )}
        </Group>
      )}
      <ErrorAlert error={resend.error} onClose={resend.reset} />
      <ConfirmResend
        open={asking && entries.length > 0}
        entries={entries}
        sending={resend.isPending}
        onCancel={question.close}
        onConfirm={send}
      />
    </>
  );
}
