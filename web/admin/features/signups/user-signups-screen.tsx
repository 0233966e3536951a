import type { PrefetchScreen } from "#web/admin/ui/prefetch.ts";
import { prefetchSignups, SignupsScreen } from "./signups-screen.tsx";

export const prefetch: PrefetchScreen = (prefetcher) => prefetchSignups(prefetcher, "user");

export default function UserSignupsScreen() {
  return <SignupsScreen audience="user" />;
}
