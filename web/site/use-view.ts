import { useCallback, useEffect, useRef, useState } from "react";
import { isOtherView, type OtherView, pathOf, titleOf, type View } from "./parts/views.ts";
import { fetchViewContent } from "./views/view-page.ts";

type Shown = {
  view: View;
  /** The other view's HTML; null for the home view. */
  content: string | null;
  /** False until the visitor has been to another view. */
  moved: boolean;
};

/**
 * Which view the home page shows. Views have no address: each is a state of the history, so that the browser's back button
 * returns to the home view, from wherever in the views.
 */
export function useView() {
  const [shown, setShown] = useState<Shown>({ view: "home", content: null, moved: false });
  const latest = useRef<{ view: View; request: symbol | null }>({ view: "home", request: null });

  /** @returns false when a later click or step in the history has taken over meanwhile */
  const enter = useCallback(async (view: View): Promise<boolean> => {
    const request = Symbol();
    latest.current = { view, request };
    const isLatest = () => latest.current.request === request;
    try {
      const content = view === "home" ? null : await fetchViewContent(pathOf(view));
      if (!isLatest()) return false;
      setShown({ view, content, moved: true });
      document.title = titleOf(view);
      scrollTo({ top: 0, behavior: "instant" });
      return true;
    } catch (error) {
      if (!isLatest()) return false; // another view was asked for meanwhile
      throw error;
    }
  }, []);

  useEffect(() => {
    // A jump to a section of the page fires popstate too: only a change of view is one.
    const follow = () => {
      const view = rememberedView();
      if (view !== latest.current.view) enter(view).catch(() => location.reload());
    };
    addEventListener("popstate", follow);
    follow();
    return () => removeEventListener("popstate", follow);
  }, [enter]);

  const show = (view: OtherView) => {
    enter(view).then(
      (entered) => entered && remember(view),
      () => location.assign(pathOf(view)), // let the browser say what is wrong with the network
    );
  };
  const goHome = () => {
    if (rememberedView() === "home") void enter("home");
    else history.back();
  };
  return { ...shown, show, goHome };
}

function rememberedView(): View {
  const view: unknown = history.state?.view;
  return isOtherView(view) ? view : "home";
}

function remember(view: OtherView): void {
  if (rememberedView() === "home") history.pushState({ view }, "");
  else history.replaceState({ view }, "");
}
