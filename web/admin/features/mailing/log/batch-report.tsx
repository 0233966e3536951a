import { Alert, Box } from "@mantine/core";
import { IconChecks } from "@tabler/icons-react";
import { mailingTexts } from "#web/admin/features/mailing/mailing-texts.ts";
import { ErrorAlert } from "#web/admin/ui/error-alert.tsx";
import { ShownError } from "#web/lib/api.ts";
import type { useProcessPending } from "./log.api.ts";

/** How treating the pending messages ended. */
export function BatchReport({ process }: { process: ReturnType<typeof useProcessPending> }) {
  if (process.isError) {
    return (
      <Box mb="md">
        <ErrorAlert error={new ShownError(mailingTexts.batchFailed)} onClose={process.reset} />
      </Box>
    );
  }
  if (!process.data) return null;
  return (
    <Alert
      role="status"
      mb="md"
      variant="light"
      color={process.data.failed > 0 ? "yellow" : "green"}
      icon={<IconChecks aria-hidden />}
      withCloseButton
      closeButtonLabel="Fermer"
      onClose={process.reset}
    >
      {process.data.message}
    </Alert>
  );
}
