import { notifications } from "@mantine/notifications";
import { failureMessage } from "#web/lib/api.ts";

/** For what fails after the admin has turned to something else: what did not work, and why. */
export function notifyFailure(title: string, error: unknown): void {
  notifications.show({ color: "red", title, message: failureMessage(error) });
}
