import { Badge } from "@mantine/core";
import { IconExternalLink } from "@tabler/icons-react";
import { memo } from "react";
import { screenAddress } from "#web/admin/ui/screen-address.ts";
import { useCurrentAdmin } from "#web/admin/ui/session.api.ts";
import { ScreenLink } from "./screen-link.tsx";
import { accountScreen, type Screen, screenGroups } from "./screens.ts";
import classes from "./shell.module.css";

type Props = {
  screens: readonly Screen[];
  open: boolean;
  /** The path of the current address. */
  pathname: string;
};

/**
 * A column on wide screens. On small screens it opens under the header. Memoized, because a changed filter changes the address but
 * not the menu.
 */
export const SideMenu = memo(function SideMenu({ screens, open, pathname }: Props) {
  const admin = useCurrentAdmin();
  const entriesOf = (group: Screen["group"]) =>
    screens.filter((screen) => screen.group === group && screen.entry !== null);
  return (
    <nav id="admin-menu" aria-label="Menu d’administration" className={classes.menu} data-open={open}>
      <div className={classes.groups}>
        <Entries screens={entriesOf(undefined)} label="Accueil" pathname={pathname} />
        {screenGroups.map((group) => {
          const entries = entriesOf(group);
          if (entries.length === 0) return null;
          return (
            <div key={group}>
              <p aria-hidden className={classes.groupTitle}>
                {group}
              </p>
              <Entries screens={entries} label={group} pathname={pathname} />
            </div>
          );
        })}
      </div>
      <div className={classes.menuAccount}>
        <ScreenLink screen={accountScreen} className={classes.entry}>
          <span className="visually-hidden">Mon compte : </span>
          {admin.email}
        </ScreenLink>
        {admin.isSuperAdmin && <Badge variant="light">Super Admin</Badge>}
      </div>
      <a className={classes.entry} href="/" target="_blank" rel="noopener">
        <IconExternalLink size={18} stroke={1.6} aria-hidden />
        Voir le site
        <span className="visually-hidden">(nouvel onglet)</span>
      </a>
    </nav>
  );
});

type EntriesProps = { label: string; pathname: string; screens: readonly Screen[] };

/** One group of the menu. An entry that several screens share opens the first of them. */
function Entries({ screens, label, pathname }: EntriesProps) {
  const entryOf = ({ entry, label: own }: Screen) => entry ?? own;
  const current = screens.find((screen) => isCurrent(screen, pathname));
  const firstOfEach = screens.filter(
    (screen, index) => screens.findIndex((other) => entryOf(other) === entryOf(screen)) === index,
  );
  return (
    <ul aria-label={label} className={classes.entries}>
      {firstOfEach.map((screen) => (
        <li key={screen.path}>
          <ScreenLink
            screen={screen}
            className={classes.entry}
            title={screen.sense}
            aria-current={current && entryOf(current) === entryOf(screen) ? "page" : undefined}
          >
            <screen.icon size={18} stroke={1.6} aria-hidden />
            {screen.sense ? <span lang="en">{entryOf(screen)}</span> : entryOf(screen)}
          </ScreenLink>
        </li>
      ))}
    </ul>
  );
}

/** Links between screens that share a menu entry, shown above each of these screens. */
export function SharedEntry({ screens, pathname }: Pick<Props, "screens" | "pathname">) {
  const current = screens.find((screen) => isCurrent(screen, pathname));
  if (!current?.entry) return null;
  return (
    <nav aria-label={current.entry} className={classes.shared}>
      {screens
        .filter(({ entry }) => entry === current.entry)
        .map((screen) => (
          <ScreenLink
            key={screen.path}
            screen={screen}
            className={classes.sharedLink}
            aria-current={screen === current ? "page" : undefined}
          >
            {screen.label}
          </ScreenLink>
        ))}
    </nav>
  );
}

function isCurrent({ path }: Screen, pathname: string): boolean {
  const address = screenAddress(path);
  return pathname === address || (path !== "" && pathname.startsWith(`${address}/`));
}
