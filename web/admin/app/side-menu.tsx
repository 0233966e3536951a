import { Badge } from "@mantine/core";
import { IconExternalLink } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { type MouseEvent, memo } from "react";
import { useNavigate } from "react-router";
import { hasModifier } from "#web/admin/ui/keys/keys.ts";
import { prefetcher, usePrefetchOnIntent } from "#web/admin/ui/prefetch.ts";
import { screenAddress } from "#web/admin/ui/screen-address.ts";
import { useCurrentAdmin } from "#web/admin/ui/session.api.ts";
import { type Screen, screenGroups } from "./screens.ts";
import classes from "./shell.module.css";
import { prefetchFirstStepsLine } from "./use-first-steps-line.tsx";

type Props = {
  screens: readonly Screen[];
  open: boolean;
  /** Of the address in view. */
  pathname: string;
};

/** A column on wide screens; under the header, and only while open, on small ones. Memoized: a changed filter changes the address, not the menu. */
export const SideMenu = memo(function SideMenu({ screens, open, pathname }: Props) {
  const admin = useCurrentAdmin();
  return (
    <nav id="admin-menu" aria-label="Menu d’administration" className={classes.menu} data-open={open}>
      <div className={classes.groups}>
        <Entries
          screens={screens.filter(({ group }) => group === undefined)}
          label="Accueil"
          pathname={pathname}
        />
        {screenGroups.map((group) => (
          <div key={group}>
            <p aria-hidden className={classes.groupTitle}>
              {group}
            </p>
            <Entries
              screens={screens.filter((screen) => screen.group === group)}
              label={group}
              pathname={pathname}
            />
          </div>
        ))}
      </div>
      <div className={classes.menuAccount}>
        {admin.email}
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

/** One group of the menu; each has an entry that every administrator may open. */
function Entries({ screens, label, pathname }: EntriesProps) {
  return (
    <ul aria-label={label} className={classes.entries}>
      {screens.map((screen) => (
        <li key={screen.path}>
          <Entry screen={screen} pathname={pathname} />
        </li>
      ))}
    </ul>
  );
}

/** Not the router's link, which renders again with every change of the address. */
function Entry({ screen, pathname }: { screen: Screen; pathname: string }) {
  const navigate = useNavigate();
  const client = useQueryClient();
  const admin = useCurrentAdmin();
  const address = screenAddress(screen.path);
  const isCurrent = pathname === address || (screen.path !== "" && pathname.startsWith(`${address}/`));
  const prefetchScreen = () => {
    prefetchFirstStepsLine(prefetcher(client), admin, screen.path);
    screen.load().then(
      ({ prefetch }) => prefetch?.(prefetcher(client), admin),
      () => undefined, // the route reports a failed download
    );
  };
  const go = (event: MouseEvent<HTMLAnchorElement>) => {
    if (hasModifier(event)) return;
    event.preventDefault();
    void navigate(address, { replace: event.currentTarget.href === window.location.href });
  };
  return (
    <a
      className={classes.entry}
      href={address}
      aria-current={isCurrent ? "page" : undefined}
      onClick={go}
      {...usePrefetchOnIntent(prefetchScreen)}
    >
      <screen.icon size={18} stroke={1.6} aria-hidden />
      {screen.label}
    </a>
  );
}
