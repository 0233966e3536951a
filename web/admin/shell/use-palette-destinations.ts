import { useDebouncedValue } from "@mantine/hooks";
import { type Icon, IconBuildingStore, IconPencilPlus, IconUser } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import type { Audience } from "#contract/audience.ts";
import { limits } from "#contract/limits.ts";
import { signupListQuery } from "#web/admin/screens/signups/signups.api.ts";
import { screenAddress } from "#web/admin/ui/screen-address.ts";
import { matchesText } from "#web/admin/ui/text-match.ts";
import { formatEmail, formatName } from "#web/lib/format.ts";
import type { Screen } from "./screens.ts";

export type Destination = { key: string; label: string; hint: string; icon: Icon; address: string };

const shortestSearch = 2;
const signupsShown = 5;

/** The screens whose name matches, then the newest sign-ups of both audiences that do. */
export function usePaletteDestinations(text: string, screens: Screen[]) {
  const [search] = useDebouncedValue(text.trim().slice(0, limits.searchMax), 200);
  const users = useFoundSignups("user", search, screens);
  const brands = useFoundSignups("brand", search, screens);
  const found = screens.filter(({ label }) => matchesText(label, text)).map(screenDestination);
  const begun = beginnings.filter(({ label }) => matchesText(label, text));
  return {
    destinations: [...found, ...begun, ...users.destinations, ...brands.destinations],
    searching: users.searching || brands.searching,
  };
}

/** What is begun rather than looked at; the key works on the screen itself. */
const beginnings: Destination[] = [
  {
    key: "new-campaign",
    label: "Nouvel envoi",
    hint: "Action, touche N dans Emails en masse",
    icon: IconPencilPlus,
    address: `${screenAddress("email-sender")}/new`,
  },
];

function screenDestination({ path, label, icon }: Screen): Destination {
  return { key: `screen-${path}`, label, hint: "Écran", icon, address: screenAddress(path) };
}

const listPaths = { user: "signups", brand: "brands" } as const;
const icons = { user: IconUser, brand: IconBuildingStore } as const;

function useFoundSignups(audience: Audience, search: string, screens: Screen[]) {
  const path = listPaths[audience];
  const enabled = search.length >= shortestSearch && screens.some((screen) => screen.path === path);
  const query = useQuery({
    ...signupListQuery(audience, { status: "all", search, order: "desc", page: 1 }),
    enabled,
  });
  const items = enabled ? (query.data?.items.slice(0, signupsShown) ?? []) : [];
  const destinations = items.map(
    (signup): Destination => ({
      key: signup.id,
      label: formatName(signup),
      hint: formatEmail(signup.email),
      icon: icons[audience],
      address: `${screenAddress(path)}?signup=${signup.id}`,
    }),
  );
  return { destinations, searching: enabled && query.isFetching };
}
