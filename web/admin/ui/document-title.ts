import { useEffect, useLayoutEffect } from "react";
import { brand } from "#contract/brand.ts";
import { useRouteTitle } from "./focus.ts";

/** The document's title while the screen shows one item or form: the route's title would be the list's. */
export function useDocumentTitle(title: string | undefined): void {
  const routeTitle = useRouteTitle();
  useEffect(() => {
    if (title !== undefined) setDocumentTitle(title);
  }, [title]);
  // Before the layout effect that names the next screen.
  useLayoutEffect(() => () => setDocumentTitle(routeTitle), [routeTitle]);
}

function setDocumentTitle(title: string): void {
  document.title = `${title} · ${brand.name}`;
}
