import {
  isOtherView,
  isPlainClick,
  type OtherView,
  otherViews,
  pathOf,
  titleOf,
  type View,
} from "../parts/links.ts";
import { carrySource } from "../visit-source.ts";
import { homeIds } from "./ids.ts";

/**
 * Shows the texts of other pages in place of the home view, which stays in the document, hidden. Views have no address: each
 * is a state of the history, so that the browser's back button returns to the home view, from wherever in the views.
 */
export function startViews(signal: AbortSignal): void {
  const [home, masthead, other] = [homeIds.home, homeIds.masthead, homeIds.otherView].map((id) =>
    document.getElementById(id),
  );
  const place = other?.querySelector("[data-content]");
  if (!home || !masthead || !other || !place) return; // the links lead to the pages themselves
  let latest: { view: View; request: symbol | null } = { view: "home", request: null };

  const show = (view: View, content: string) => {
    const atHome = view === "home";
    home.hidden = !atHome;
    other.hidden = atHome;
    masthead.toggleAttribute("data-bare", atHome);
    place.innerHTML = content;
    carrySource(place);
    document.title = titleOf(view);
    scrollTo({ top: 0, behavior: "instant" });
    const title = atHome ? document.getElementById(homeIds.heroTitle) : place.querySelector("h1");
    title?.focus({ preventScroll: true });
  };

  /** @returns false when a later click or step in the history has taken over meanwhile */
  const enter = async (view: View): Promise<boolean> => {
    const request = Symbol();
    latest = { view, request };
    try {
      const content = view === "home" ? "" : await fetchViewContent(pathOf(view));
      if (latest.request !== request) return false;
      show(view, content);
      return true;
    } catch (error) {
      if (latest.request !== request) return false;
      throw error;
    }
  };

  // A jump to a section of the page fires popstate too: only a change of view is one.
  const follow = () => {
    const view = rememberedView();
    if (view !== latest.view) enter(view).catch(() => location.reload());
  };
  const goHome = () => {
    if (rememberedView() === "home") void enter("home");
    else history.back();
  };
  const open = (view: OtherView) => {
    enter(view).then(
      (entered) => entered && remember(view),
      () => location.assign(pathOf(view)), // let the browser say what is wrong with the network
    );
  };

  addEventListener("popstate", follow, { signal });
  other.querySelector("button")?.addEventListener("click", goHome, { signal });
  document.addEventListener(
    "click",
    (event) => {
      const link = (event.target as Element).closest<HTMLAnchorElement>("header a, footer a");
      if (!link || !isPlainClick(event)) return;
      const [target] = (link.getAttribute("href") ?? "").split("?"); // without the visit's source
      const view = otherViews.find(({ path }) => path === target)?.view;
      if (!view && target !== "/") return;
      event.preventDefault();
      if (view) open(view);
      else goHome();
    },
    { signal },
  );
  follow();
}

/** The text of another page of this site, which exists there only. */
async function fetchViewContent(path: string): Promise<string> {
  const answer = await fetch(path);
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  const text = await answer.text();
  // Without its head: the style in there is allowed on that page, not on this one, and is not needed here.
  const page = new DOMParser().parseFromString(text.slice(text.indexOf("<body")), "text/html");
  const content = page.querySelector("[data-content]");
  if (!content) throw new Error(`${path} has no content`);
  return content.innerHTML;
}

function rememberedView(): View {
  const view: unknown = history.state?.view;
  return isOtherView(view) ? view : "home";
}

function remember(view: OtherView): void {
  if (rememberedView() === "home") history.pushState({ view }, "");
  else history.replaceState({ view }, "");
}
