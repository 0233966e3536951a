import { Notifications } from "@mantine/notifications";
import "@mantine/notifications/styles.css";

/** Temporary notices. Notices that are requested before this component loads appear when it is mounted. */
export default function Toasts() {
  return <Notifications position="bottom-right" autoClose={6_000} />;
}
