import { Badge } from "@mantine/core";
import { IconExternalLink } from "@tabler/icons-react";
import { NavLink } from "react-router";
import { screenAddress } from "#web/admin/ui/screen-address.ts";
import { useCurrentAdmin } from "#web/admin/ui/session.api.ts";
import type { Screen } from "./screens.ts";
import classes from "./shell.module.css";

type Props = { screens: Screen[]; open: boolean };

/** A column on wide screens; under the header, and only while open, on small ones. */
export function SideMenu({ screens, open }: Props) {
  const admin = useCurrentAdmin();
  return (
    <nav id="admin-menu" aria-label="Menu d’administration" className={classes.menu} data-open={open}>
      <ul className={classes.entries}>
        {screens.map(({ path, label, icon: Icon }) => (
          <li key={path}>
            <NavLink to={screenAddress(path)} end={path === ""} className={classes.entry ?? ""}>
              <Icon size={18} stroke={1.6} aria-hidden />
              {label}
            </NavLink>
          </li>
        ))}
      </ul>
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
