import { type RefObject, useEffect, useRef } from "react";
import { useLocation, useMatches } from "react-router";
import { brand } from "#contract/brand.ts";

/** What is read from the matched route: the document's title. */
export type RouteHandle = { title: string };

/**
 * Titles the document, and on each change of screen moves the focus to its main heading so that it is read out; to what the
 * address names behind '#' where it names something.
 */
export function useRouteAnnouncement(main: RefObject<HTMLElement | null>): void {
  const { pathname, hash, key } = useLocation();
  const title = useRouteTitle();
  // The address that the browser itself opened keeps the browser's focus, unless it names a place in the screen.
  const previous = useRef(key === "default" ? pathname : null);

  useEffect(() => {
    document.title = `${title} · ${brand.name}`;
  }, [title]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the same place chosen again is gone to again, hence the key.
  useEffect(() => {
    const changed = previous.current !== pathname;
    previous.current = pathname;
    const place = hash === "" ? null : document.getElementById(hash.slice(1));
    if (place) return focusPlace(place);
    if (!changed) return;
    focusOn(main.current?.querySelector("h1") ?? main.current);
    window.scrollTo(0, 0);
  }, [pathname, hash, key, main]);
}

/** For when the button that had the focus goes away with what it did. */
export function focusHeading(): void {
  focusOn(document.querySelector<HTMLElement>("main h1"));
}

function focusPlace(place: HTMLElement): void {
  focusOn(place);
  place.scrollIntoView();
}

function focusOn(target: HTMLElement | null): void {
  target?.setAttribute("tabindex", "-1");
  target?.focus({ preventScroll: true });
}

function useRouteTitle(): string {
  const handle = useMatches().at(-1)?.handle as RouteHandle | undefined;
  return handle?.title ?? "Administration";
}
