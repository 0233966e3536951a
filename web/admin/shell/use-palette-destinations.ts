import { useDebouncedValue } from "@mantine/hooks";
import { type Icon, IconBuildingStore, IconLifebuoy, IconPencilPlus, IconUser } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import type { Audience } from "#contract/audience.ts";
import { limits } from "#contract/limits.ts";
import { helpTopics } from "#web/admin/screens/help/help-topics.ts";
import { signupListQuery } from "#web/admin/screens/signups/signups.api.ts";
import { screenAddress } from "#web/admin/ui/screen-address.ts";
import { matchesText } from "#web/admin/ui/text-match.ts";
import { formatEmail, formatName } from "#web/lib/format.ts";
import type { Screen } from "./screens.ts";

export type Destination = {
  key: string;
  /** The heading that it stands under; those of one group follow each other. */
  group: string;
  label: string;
  hint?: string;
  /** What does the same on the screen itself, without the palette. */
  shortcut?: string;
  icon: Icon;
  address: string;
};

const anySignup = { status: "all", answer: "", columns: "", order: "desc", page: 1 } as const;
const shortestSearch = 2;
const signupsShown = 5;

/** The screens whose name matches, what can be begun, topics of help, then the newest sign-ups of both audiences that do. */
export function usePaletteDestinations(text: string, screens: Screen[]) {
  const [search] = useDebouncedValue(text.trim().slice(0, limits.searchMax), 200);
  const users = useFoundSignups("user", search, screens);
  const brands = useFoundSignups("brand", search, screens);
  const found = screens
    .filter(({ label, words = "" }) => matchesText(`${label} ${words}`, text))
    .map(screenDestination);
  const begun = beginnings.filter(({ label }) => matchesText(label, text));
  return {
    destinations: [...found, ...begun, ...helpFor(text), ...users.destinations, ...brands.destinations],
    searching: users.searching || brands.searching,
  };
}

/** What is begun rather than looked at. */
const beginnings: Destination[] = [
  {
    key: "new-campaign",
    group: "Actions",
    label: "Nouvel envoi",
    hint: "dans E-mails en masse",
    shortcut: "N",
    icon: IconPencilPlus,
    address: `${screenAddress("email-sender")}/new`,
  },
];

/** Topics of the page 'Aide', once something is looked for: an open palette shows where one goes. */
function helpFor(text: string): Destination[] {
  if (text.trim() === "") return [];
  return helpTopics
    .filter(({ title, words }) => matchesText(`${title} ${words}`, text))
    .map(({ id, title }) => ({
      ...{ key: `help-${id}`, group: "Aide", label: title, icon: IconLifebuoy },
      address: `${screenAddress("help")}#${id}`,
    }));
}

function screenDestination({ path, group, label, icon }: Screen): Destination {
  return { key: `screen-${path}`, group: group ?? "Accueil", label, icon, address: screenAddress(path) };
}

const listPaths = { user: "signups", brand: "brands" } as const;
const icons = { user: IconUser, brand: IconBuildingStore } as const;

function useFoundSignups(audience: Audience, search: string, screens: Screen[]) {
  const path = listPaths[audience];
  const enabled = search.length >= shortestSearch && screens.some((screen) => screen.path === path);
  const query = useQuery({
    ...signupListQuery(audience, { ...anySignup, search }),
    enabled,
  });
  const items = enabled ? (query.data?.items.slice(0, signupsShown) ?? []) : [];
  const destinations = items.map(
    (signup): Destination => ({
      key: signup.id,
      group: "Personnes inscrites",
      label: formatName(signup),
      hint: formatEmail(signup.email),
      icon: icons[audience],
      address: `${screenAddress(path)}?signup=${signup.id}`,
    }),
  );
  return { destinations, searching: enabled && query.isFetching };
}
