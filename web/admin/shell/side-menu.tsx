import { Badge } from "@mantine/core";
import { IconExternalLink } from "@tabler/icons-react";
import { NavLink } from "react-router";
import { screenAddress } from "#web/admin/ui/screen-address.ts";
import { useCurrentAdmin } from "#web/admin/ui/session.api.ts";
import { type Screen, screenGroups } from "./screens.ts";
import classes from "./shell.module.css";

type Props = { screens: Screen[]; open: boolean };

/** A column on wide screens; under the header, and only while open, on small ones. */
export function SideMenu({ screens, open }: Props) {
  const admin = useCurrentAdmin();
  return (
    <nav id="admin-menu" aria-label="Menu d’administration" className={classes.menu} data-open={open}>
      <div className={classes.groups}>
        <Entries screens={screens.filter(({ group }) => group === undefined)} label="Accueil" />
        {screenGroups.map((group) => (
          <div key={group}>
            <p aria-hidden className={classes.groupTitle}>
              {group}
            </p>
            <Entries screens={screens.filter((screen) => screen.group === group)} label={group} />
          </div>
        ))}
      </div>
      <p className={classes.menuAccount}>
        {admin.email}
        {admin.isSuperAdmin && <Badge variant="light">Super Admin</Badge>}
      </p>
      <a className={classes.entry} href="/" target="_blank" rel="noopener">
        <IconExternalLink size={18} stroke={1.6} aria-hidden />
        Voir le site
        <span className="visually-hidden">(nouvel onglet)</span>
      </a>
    </nav>
  );
}

/** One group of the menu; each has an entry that every administrator may open. */
function Entries({ screens, label }: { screens: Screen[]; label: string }) {
  return (
    <ul aria-label={label} className={classes.entries}>
      {screens.map((screen) => (
        <li key={screen.path}>
          <NavLink to={screenAddress(screen.path)} end={screen.path === ""} className={classes.entry ?? ""}>
            <screen.icon size={18} stroke={1.6} aria-hidden />
            {screen.label}
          </NavLink>
        </li>
      ))}
    </ul>
  );
}
