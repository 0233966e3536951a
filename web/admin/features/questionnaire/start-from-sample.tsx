import { IconSparkles } from "@tabler/icons-react";
import { ErrorAlert } from "#web/admin/ui/error-alert.tsx";
import { SavingButton } from "#web/admin/ui/saving-button.tsx";
import { focusHeading } from "#web/admin/ui/use-route-announcement.ts";
import { useStartFromSample } from "./questions.api.ts";

/** Fills the empty questionnaire with questions that are then edited as any others. */
export function StartFromSample() {
  const start = useStartFromSample(focusHeading);
  return (
    <>
      <SavingButton
        leftSection={<IconSparkles size={18} aria-hidden />}
        loading={start.isPending}
        onClick={() => start.mutate()}
      >
        Partir d’un exemple
      </SavingButton>
      <ErrorAlert error={start.error} onClose={start.reset} />
    </>
  );
}
