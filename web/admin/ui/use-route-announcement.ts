import { type RefObject, useEffect, useRef } from "react";
import { useLocation, useMatches } from "react-router";
import { brand } from "#contract/brand.ts";

/** What is read from the matched route: the document's title. */
export type RouteHandle = { title: string };

/** Titles the document, and on each change of screen moves the focus to its main heading so that it is read out. */
export function useRouteAnnouncement(main: RefObject<HTMLElement | null>): void {
  const { pathname, key } = useLocation();
  const title = useRouteTitle();
  // The address that the browser itself opened keeps the browser's focus.
  const previous = useRef(key === "default" ? pathname : null);

  useEffect(() => {
    document.title = `${title} · ${brand.name}`;
  }, [title]);

  useEffect(() => {
    if (previous.current === pathname) return;
    previous.current = pathname;
    const target = main.current?.querySelector("h1") ?? main.current;
    target?.setAttribute("tabindex", "-1");
    target?.focus({ preventScroll: true });
    window.scrollTo(0, 0);
  }, [pathname, main]);
}

function useRouteTitle(): string {
  const handle = useMatches().at(-1)?.handle as RouteHandle | undefined;
  return handle?.title ?? "Administration";
}
