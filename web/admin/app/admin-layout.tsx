import { useCallbackRef, useDisclosure, useHotkeys, useMediaQuery } from "@mantine/hooks";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useEffect, useMemo, useRef } from "react";
import { Outlet, useLocation } from "react-router";
import { ErrorAlert, LoadingText } from "#web/admin/ui/feedback.tsx";
import { focusUndo, useKeptFocus, useRouteAnnouncement } from "#web/admin/ui/focus.ts";
import { everywhereKeys, useKeys } from "#web/admin/ui/keys/keys.ts";
import {
  CurrentAdminContext,
  currentAdminQuery,
  signInState,
  useCurrentAdmin,
  useSignOut,
} from "#web/admin/ui/session.api.ts";
import { SkipLink } from "#web/admin/ui/skip-link.tsx";
import { ApiFailure } from "#web/lib/api.ts";
import { Reauthentication } from "./reauthentication.tsx";
import { screensFor } from "./screens.ts";
import { SessionEnd } from "./session-end.tsx";
import classes from "./shell.module.css";
import { ShellHeader } from "./shell-header.tsx";
import { SharedEntry, SideMenu } from "./side-menu.tsx";
import { useFirstStepsLine } from "./use-first-steps-line.tsx";
import { usePalette } from "./use-palette.ts";

const KeysDialog = lazy(() => import("./keys-dialog.tsx"));
const CommandPalette = lazy(() => import("./command-palette.tsx"));

/** The frame of every screen. Renders only a loading text until the server has identified the admin. */
export function AdminLayout() {
  const admin = useQuery(currentAdminQuery);
  const refused = admin.error instanceof ApiFailure && [401, 403].includes(admin.error.status);
  if (admin.data) {
    return (
      <CurrentAdminContext value={admin.data}>
        <Shell />
      </CurrentAdminContext>
    );
  }
  if (refused) return <SignOutRefused />;
  if (admin.isPending) return <LoadingText />;
  return (
    <main className={classes.alone}>
      <ErrorAlert error={admin.error} onRetry={() => void admin.refetch()} />
    </main>
  );
}

/** Signs out before it shows the login: there is no session, or its user is not an admin. */
function SignOutRefused() {
  const location = useLocation();
  const signOut = useSignOut({ state: signInState(location, { sessionEnded: false }) });
  const started = useRef(false);
  useEffect(() => {
    if (started.current) return;
    started.current = true;
    signOut();
  });
  return <LoadingText />;
}

/** A placeholder while the palette's code loads: single-letter keys do nothing while a dialog is open. */
function KeysRest() {
  return <div role="dialog" hidden />;
}

/** Reloads the admin's rights, which may change meanwhile, on each change of screen and at most once a minute. */
function useFreshAdmin(pathname: string): void {
  const queryClient = useQueryClient();
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs on each change of screen.
  useEffect(() => void queryClient.prefetchQuery(currentAdminQuery), [queryClient, pathname]);
}

function Shell() {
  const admin = useCurrentAdmin();
  const main = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const [menuOpen, menu] = useDisclosure(false);
  const palette = usePalette();
  const search = useCallbackRef(palette.open);
  const firstStepsLine = useFirstStepsLine(pathname);
  const screens = useMemo(() => screensFor(admin), [admin]);
  useRouteAnnouncement(main);
  useKeptFocus();
  useFreshAdmin(pathname);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the menu closes whenever the route changes.
  useEffect(() => menu.close(), [pathname]);
  const narrow = useMediaQuery("(max-width: 62em)", false, { getInitialValueInEffect: false });
  const sideMenu = useMemo(
    () => <SideMenu screens={screens} open={menuOpen} pathname={pathname} />,
    [screens, menuOpen, pathname],
  );
  const closeMenu = () => {
    menu.close();
    document.querySelector<HTMLElement>("[aria-controls=admin-menu]")?.focus();
  };
  useHotkeys(menuOpen ? [["Escape", closeMenu]] : []);
  const [keysOpen, keys] = useDisclosure(false);
  // These keys also work in text fields, because they type no character.
  useHotkeys(
    [
      ["mod+K", palette.open],
      ["F8", focusUndo],
    ],
    [],
    true,
  );
  useKeys(everywhereKeys, { help: keys.open });
  useKeys(everywhereKeys, { help: keys.open }, { within: "[role=dialog]", enabled: !keysOpen });

  return (
    <div className={classes.shell}>
      <SkipLink />
      <ShellHeader menuOpen={menuOpen} onToggleMenu={menu.toggle} onSearch={search}>
        {narrow && sideMenu}
      </ShellHeader>
      {!narrow && sideMenu}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard closes the menu with Escape. */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: for a pointer only. */}
      {menuOpen && <div className={classes.behindMenu} onClick={menu.close} />}
      <main id="contenu" ref={main} tabIndex={-1} className={classes.main}>
        <Suspense fallback={<LoadingText />}>
          {firstStepsLine}
          <SharedEntry screens={screens} pathname={pathname} />
          <Outlet />
        </Suspense>
      </main>
      <Reauthentication />
      <SessionEnd />
      {keysOpen && (
        <Suspense fallback={null}>
          <KeysDialog onClose={keys.close} />
        </Suspense>
      )}
      {palette.commands && (
        <Suspense fallback={<KeysRest />}>
          <CommandPalette screens={screens} palette={palette} commands={palette.commands} />
        </Suspense>
      )}
    </div>
  );
}
