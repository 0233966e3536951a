import { type ComponentType, useCallback, useEffect, useRef, useState } from "react";
import { brand } from "#contract/brand.ts";
import { isOtherView, type OtherView, otherViews, type View } from "./parts/views.ts";
import type { ViewProps } from "./views/view-frame.tsx";

type Shown = {
  view: View;
  component: ComponentType<ViewProps> | null;
  /** False until the visitor has been to another view. */
  moved: boolean;
};

const fetchViews = () => import("./views/views.tsx");

/** Fetches the other views' code before one is asked for. Should that fail, asking for it will say so. */
export function prepareViews(): void {
  fetchViews().catch(() => undefined);
}

/**
 * Which view the home page shows. Views have no address: each is a state of the history, so that the browser's back button
 * returns to the home view, from wherever in the views.
 */
export function useView() {
  const [shown, setShown] = useState<Shown>({ view: "home", component: null, moved: false });

  const current = useRef<View>("home");

  const enter = useCallback(async (view: View) => {
    current.current = view;
    const component = view === "home" ? null : (await fetchViews()).viewComponents[view];
    setShown({ view, component, moved: true });
    document.title = titleOf(view);
    scrollTo({ top: 0, behavior: "instant" });
  }, []);

  useEffect(() => {
    const remembered = () => (isOtherView(history.state?.view) ? (history.state.view as OtherView) : "home");
    // A jump to a section of the page fires popstate too: only a change of view is one.
    const follow = () => {
      if (remembered() !== current.current) enter(remembered()).catch(() => location.reload());
    };
    addEventListener("popstate", follow);
    follow();
    return () => removeEventListener("popstate", follow);
  }, [enter]);

  const show = (view: OtherView) => {
    enter(view).then(
      () => remember(view),
      () => location.assign(pathOf(view)), // the view's code is not to be had: its page says the same
    );
  };
  const goHome = () => {
    if (isOtherView(history.state?.view)) history.back();
    else void enter("home");
  };
  return { ...shown, show, goHome };
}

function remember(view: OtherView): void {
  if (isOtherView(history.state?.view)) history.replaceState({ view }, "");
  else history.pushState({ view }, "");
}

function titleOf(view: View): string {
  const label = otherViews.find((other) => other.view === view)?.label;
  return label ? `${label} · ${brand.name}` : homeTitle;
}

function pathOf(view: OtherView): string {
  return otherViews.find((other) => other.view === view)?.path ?? "/";
}

export const homeTitle = `${brand.name} : l’inspiration vestimentaire, en français`;
