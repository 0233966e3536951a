import { Alert } from "@mantine/core";
import { IconCheck, IconClock } from "@tabler/icons-react";
import { ErrorAlert } from "#web/admin/ui/error-alert.tsx";
import { singleTexts } from "./single-texts.ts";
import type { useSingleForm } from "./use-single-form.ts";

const reportColors = { sent: "green", simulated: "blue", pending: "yellow" } as const;

/** What became of the message: left, simulated, kept for later, or not sent. */
export function SendReport({ send }: { send: ReturnType<typeof useSingleForm>["send"] }) {
  if (send.error) {
    return <ErrorAlert error={send.error} fallback={singleTexts.sendFailed} onClose={send.reset} />;
  }
  if (!send.data) return null;
  const { outcome, message } = send.data;
  const ReportIcon = outcome === "pending" ? IconClock : IconCheck;
  return (
    <Alert
      role="status"
      color={reportColors[outcome]}
      variant="light"
      icon={<ReportIcon aria-hidden />}
      withCloseButton
      closeButtonLabel="Fermer"
      onClose={send.reset}
    >
      {message}
    </Alert>
  );
}
