import type { OpensWith } from "#web/admin/ui/ask-ahead.ts";
import { askForSignups, SignupsScreen } from "./signups-screen.tsx";

export const opensWith: OpensWith = (ahead) => askForSignups(ahead, "user");

export default function UserSignupsScreen() {
  return <SignupsScreen audience="user" />;
}
