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
 * Shows the texts of other pages instead of the home view, which stays in the document, hidden. Views have no address. All views
 * share one history entry, so that the back button returns to the home view from any of them.
 */
export function startViews(signal: AbortSignal): void {
  const [home, masthead, other] = [homeIds.home, homeIds.masthead, homeIds.otherView].map((id) =>
    document.getElementById(id),
  );
  const place = other?.querySelector("[data-content]");
  if (!home || !masthead || !other || !place) return; // without these elements the links open the pages themselves
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

  /** @returns false when a later click or history step has replaced this request, or it was dropped */
  const enter = async (view: View, isDropped = () => false): Promise<boolean> => {
    const request = Symbol();
    latest = { view, request };
    try {
      const content = view === "home" ? "" : await fetchViewContent(pathOf(view));
      if (latest.request !== request || isDropped()) return false;
      show(view, content);
      return true;
    } catch (error) {
      if (latest.request !== request || isDropped()) return false;
      throw error;
    }
  };

  // A link to a section of the page fires popstate too, so only a changed view counts.
  const follow = () => {
    const view = rememberedView();
    if (view !== latest.view) enter(view).catch(() => location.reload());
  };
  const goHome = () => {
    if (rememberedView() === "home") void enter("home");
    else history.back();
  };
  /** Drops a clicked view that arrives under the sign-up dialog, whose history entry it would replace. */
  const dropUnderDialog = () => {
    if (history.state?.signUp === undefined) return false;
    latest = { view: rememberedView(), request: null };
    return true;
  };
  const open = (view: OtherView) => {
    enter(view, dropUnderDialog).then(
      (entered) => entered && remember(view),
      () => location.assign(pathOf(view)), // the browser then reports the network error
    );
  };

  addEventListener("popstate", follow, { signal });
  other.querySelector("button")?.addEventListener("click", goHome, { signal });
  document.addEventListener(
    "click",
    (event) => {
      const link = (event.target as Element).closest<HTMLAnchorElement>(".skip, header a, footer a");
      if (!link || !isPlainClick(event)) return;
      const [target] = (link.getAttribute("href") ?? "").split("?"); // without the source of the visit
      const view = otherViews.find(({ path }) => path === target)?.view;
      if (view) open(view);
      else if (target === "/") goHome();
      // Following the link would fire popstate, and leave the view.
      else if (link.className === "skip" && latest.view !== "home") other.parentElement?.focus();
      else return;
      event.preventDefault();
    },
    { signal },
  );
  follow();
}

/** Fetches the text of another page of this site, which no script contains. */
async function fetchViewContent(path: string): Promise<string> {
  const answer = await fetch(path);
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  const text = await answer.text();
  // Skips the head: its styles are not needed here, and this page's policy does not allow them.
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
