import { ActionIcon, Badge, Button, Kbd } from "@mantine/core";
import { IconHelp, IconLogout, IconMenu2, IconSearch, IconX } from "@tabler/icons-react";
import { memo, type ReactNode } from "react";
import { Link } from "react-router";
import { brand } from "#contract/brand.ts";
import { paletteKey } from "#web/admin/ui/keys/keys.ts";
import { headerBar } from "#web/admin/ui/measured-bar.ts";
import { useCurrentAdmin, useSignOut } from "#web/admin/ui/session.api.ts";
import { ThemeSwitch } from "#web/admin/ui/theme-switch.tsx";
import { ScreenLink } from "./screen-link.tsx";
import { accountScreen, helpScreen } from "./screens.ts";
import classes from "./shell.module.css";

type Props = {
  menuOpen: boolean;
  onToggleMenu: () => void;
  onSearch: () => void;
  /** The menu on a small screen. Placed here, so that its entries follow its button in the tab order. */
  children: ReactNode;
};

/** Memoized: renders when the menu opens, not for every change of the address. */
export const ShellHeader = memo(function ShellHeader({ menuOpen, onToggleMenu, onSearch, children }: Props) {
  const admin = useCurrentAdmin();
  const signOut = useSignOut();
  const MenuIcon = menuOpen ? IconX : IconMenu2;
  return (
    <header ref={headerBar} className={classes.header}>
      <ActionIcon
        className={classes.burger ?? ""}
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={menuOpen ? "Fermer le menu" : "Ouvrir le menu"}
        aria-expanded={menuOpen}
        aria-controls="admin-menu"
        onClick={onToggleMenu}
      >
        <MenuIcon size={22} aria-hidden />
      </ActionIcon>
      {children}
      <Link to="/admin/dashboard" className={classes.brand ?? ""}>
        <span className={classes.wordmark}>{brand.name}</span>
        <span className={classes.adminTitle}>Administration</span>
      </Link>
      <Button
        className={classes.search ?? ""}
        variant="default"
        leftSection={<IconSearch size={16} aria-hidden />}
        rightSection={<Kbd size="xs">{paletteKey.name}</Kbd>}
        aria-keyshortcuts={paletteKey.shortcut}
        onClick={onSearch}
      >
        <span className={classes.searchLabel}>Rechercher</span>
      </Button>
      <div className={classes.account}>
        {admin.isSuperAdmin && (
          <Badge className={classes.badge ?? ""} variant="light">
            Super Admin
          </Badge>
        )}
        <ScreenLink screen={accountScreen} className={classes.email} title="Mon compte">
          <span className="visually-hidden">Mon compte : </span>
          {admin.email}
        </ScreenLink>
        <ActionIcon
          component={ScreenLink}
          screen={helpScreen}
          variant="subtle"
          color="gray"
          size="lg"
          aria-label="Aide"
          title="Aide"
        >
          <IconHelp size={20} aria-hidden />
        </ActionIcon>
        <ThemeSwitch />
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label="Déconnexion"
          title="Déconnexion"
          onClick={signOut}
        >
          <IconLogout size={20} aria-hidden />
        </ActionIcon>
      </div>
    </header>
  );
});
