import { useEffect, useLayoutEffect } from "react";
import { brand } from "#contract/brand.ts";
import { useRouteTitle } from "./focus.ts";

/** Sets the document's title while the screen shows one item or form, because the route's title is that of the list. */
export function useDocumentTitle(title: string | undefined): void {
  const routeTitle = useRouteTitle();
  useEffect(() => {
    if (title !== undefined) setDocumentTitle(title);
  }, [title]);
  // The clean-up runs before the layout effect that sets the next screen's title.
  useLayoutEffect(() => () => setDocumentTitle(routeTitle), [routeTitle]);
}

function setDocumentTitle(title: string): void {
  document.title = `${title} · ${brand.name}`;
}
