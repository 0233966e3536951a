import { notifications } from "@mantine/notifications";
import { focusHeading } from "#web/admin/ui/focus.ts";
import { useChangePreferences } from "#web/admin/ui/session.api.ts";

/** Puts the first steps away for this administrator: left before their end, or read to it. */
export function useLeaveFirstSteps() {
  const preferences = useChangePreferences();
  const close = () => {
    focusHeading();
    preferences.mutate({ firstStepsLeft: true });
  };
  const leave = () => {
    close();
    notifications.show({ message: "Vous pouvez reprendre les premiers pas depuis « Aide »." });
  };
  return { close, leave, error: preferences.error };
}
