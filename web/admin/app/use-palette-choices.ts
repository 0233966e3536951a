import { useDebouncedValue } from "@mantine/hooks";
import {
  type Icon,
  IconBuildingStore,
  IconKeyboard,
  IconLifebuoy,
  IconPencilPlus,
  IconUser,
} from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import type { Audience } from "#contract/audience.ts";
import { limits } from "#contract/limits.ts";
import { findTopics, helpTopics } from "#web/admin/features/help/help-topics.ts";
import { signupListQuery } from "#web/admin/features/signups/signups.api.ts";
import { allSignups } from "#web/admin/features/signups/signups-address.ts";
import { nameOf } from "#web/admin/features/signups/signups-texts.ts";
import { everywhereKeys, type KeyCommand, keyNames } from "#web/admin/ui/keys/keys.ts";
import { listAddress } from "#web/admin/ui/list-address.ts";
import { screenAddress } from "#web/admin/ui/screen-address.ts";
import { matchesText } from "#web/admin/ui/search-text.ts";
import { useCurrentAdmin } from "#web/admin/ui/session.api.ts";
import { formatEmail } from "#web/lib/format.ts";
import type { Screen } from "./screens.ts";

type Shown = {
  key: string;
  /** The heading of its group. Choices of one group must be adjacent. */
  group: string;
  label: string;
  /** True for a label in English. */
  isEnglish?: boolean;
  hint?: string;
  /** The key that does the same on the screen itself, without the palette. */
  shortcut?: string;
  icon: Icon;
};
type Destination = Shown & { address: string; command?: never };
/** A destination to open, or a command to run on the current screen. */
export type Choice = Destination | (Shown & { command: KeyCommand });

const shortestSearch = 2;
const signupsShown = 5;

/**
 * Matching screens, commands of the current screen, actions, help topics, then the newest matching sign-ups of both audiences.
 * While the field is empty, the commands of the current screen come first.
 */
export function usePaletteChoices(text: string, screens: Screen[], commands: KeyCommand[]) {
  const { singleKeys } = useCurrentAdmin().preferences;
  const [search] = useDebouncedValue(text.trim().slice(0, limits.searchMax), 200);
  const users = useFoundSignups("user", search, screens);
  const brands = useFoundSignups("brand", search, screens);
  const found = screens
    .filter(({ label, words = "" }) => matchesText(`${label} ${words}`, text))
    .map(screenDestination);
  const doable = commands.map((command) => commandChoice(command, singleKeys));
  const isHere = ({ label }: Choice) => doable.some((choice) => choice.label === label);
  const actions = [...doable, ...beginnings.filter((choice) => !isHere(choice))].filter(({ label }) =>
    matchesText(label, text),
  );
  const ofScreen = actions.filter(({ group }) => group !== anywhere);
  const ofAnywhere = actions.filter(({ group }) => group === anywhere);
  const near = text.trim() === "" ? [...ofScreen, ...found] : [...found, ...ofScreen];
  return {
    choices: [...near, ...ofAnywhere, ...helpFor(text), ...users.destinations, ...brands.destinations],
    searching: users.searching || brands.searching,
  };
}

/** The heading of commands that work on every screen. */
const anywhere = "Actions";

function commandChoice(command: KeyCommand, singleKeys: boolean): Choice {
  const { group, name, about } = command;
  const key = group.keys[name];
  const keys = key && keyNames(key, { singleKeys });
  return {
    key: `${group.title} ${name}`,
    group: group === everywhereKeys ? anywhere : group.title,
    label: key?.does ?? "",
    ...(about !== undefined && { hint: about }),
    ...(keys && { shortcut: keys }),
    icon: IconKeyboard,
    command,
  };
}

/** Commands that start something new. */
const beginnings: Destination[] = [
  {
    key: "new-campaign",
    group: anywhere,
    label: "Nouvel envoi",
    hint: "dans E-mails en masse",
    shortcut: "N",
    icon: IconPencilPlus,
    address: `${screenAddress("email-sender")}/new`,
  },
];

/** The matching topics of the page 'Aide'; none for an empty search. */
function helpFor(text: string): Destination[] {
  return findHelp(text).map(({ id, title, mention }) => ({
    key: `help-${id}`,
    group: "Aide",
    label: title,
    icon: IconLifebuoy,
    ...(mention && { hint: mention }),
    address: `${screenAddress("help")}#${id}`,
  }));
}

function screenDestination({ path, group, label, sense, icon }: Screen): Destination {
  return {
    key: `screen-${path}`,
    group: group ?? "Accueil",
    label,
    ...(sense !== undefined && { isEnglish: true, hint: sense }),
    icon,
    address: screenAddress(path),
  };
}

const listPaths = { user: "signups", brand: "brands" } as const;
const icons = { user: IconUser, brand: IconBuildingStore } as const;

function useFoundSignups(audience: Audience, search: string, screens: Screen[]) {
  const path = listPaths[audience];
  const enabled = search.length >= shortestSearch && screens.some((screen) => screen.path === path);
  const query = useQuery({
    ...signupListQuery(audience, { ...allSignups, search }, () => undefined),
    enabled,
  });
  const items = enabled ? (query.data?.items.slice(0, signupsShown) ?? []) : [];
  const destinations = items.map(
    (signup): Destination => ({
      key: signup.id,
      group: "Personnes inscrites",
      label: nameOf[audience](signup),
      hint: formatEmail(signup.email),
      icon: icons[audience],
      address: listAddress(audience, { signup: signup.id }),
    }),
  );
  return { destinations, searching: enabled && query.isFetching };
}

/** `mention`: the matching entry, when the topic as a whole does not match. */
type FoundHelp = { id: string; title: string; mention?: string };

const shortestMention = 2;
const mentionsShown = 4;

/** Finds help topics for the palette: first topics about the typed text, then topics that mention it. None for an empty text. */
export function findHelp(typed: string): FoundHelp[] {
  const text = typed.trim();
  if (text === "") return [];
  const found = findTopics(text);
  const about = found.filter((topic) => helpTopics.includes(topic));
  const mentions = found.filter((topic) => !about.includes(topic));
  return [
    ...about.map(({ id, title }) => ({ id, title })),
    ...mentions
      .slice(0, text.length < shortestMention ? 0 : mentionsShown)
      .map(({ id, title, entries }) => ({ id, title, ...(entries[0] && { mention: entries[0].term }) })),
  ];
}
