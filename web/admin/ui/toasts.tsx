import { Notifications } from "@mantine/notifications";
import "@mantine/notifications/styles.css";

/** Notices that pass. What was shown before this came is shown when it comes. */
export default function Toasts() {
  return <Notifications position="bottom-right" autoClose={6_000} />;
}
