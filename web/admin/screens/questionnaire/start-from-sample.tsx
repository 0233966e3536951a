import { Button } from "@mantine/core";
import { IconSparkles } from "@tabler/icons-react";
import { ErrorAlert } from "#web/admin/ui/error-alert.tsx";
import { focusHeading } from "#web/admin/ui/use-route-announcement.ts";
import { useStartFromSample } from "./questions.api.ts";

/** Fills the empty questionnaire with questions that are then edited as any others. */
export function StartFromSample() {
  const start = useStartFromSample();
  return (
    <>
      <Button
        leftSection={<IconSparkles size={18} aria-hidden />}
        loading={start.isPending}
        onClick={() => start.mutate(undefined, { onSuccess: focusHeading })}
      >
        Partir d’un exemple
      </Button>
      <ErrorAlert error={start.error} onClose={start.reset} />
    </>
  );
}
