import type { OpensWith } from "#web/admin/ui/ask-ahead.ts";
import { askForSignups, SignupsScreen } from "./signups-screen.tsx";

export const opensWith: OpensWith = (ahead) => askForSignups(ahead, "brand");

export default function BrandSignupsScreen() {
  return <SignupsScreen audience="brand" />;
}
