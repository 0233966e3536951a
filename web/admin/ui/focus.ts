import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";
import { useLocation, useMatches } from "react-router";
import { brand } from "#contract/brand.ts";
import { ApiFailure } from "#web/lib/api.ts";

/**
 * Focuses a field of a form, also inside a collapsed part. If two fields have this name, focuses the one in the dialog, because
 * the other one cannot be reached.
 */
export function focusField(name: string | undefined): void {
  const fields = document.querySelectorAll<HTMLElement>(`[data-path="${name}"]`);
  const field = [...fields].find((candidate) => candidate.closest("[role=dialog]")) ?? fields[0];
  field?.closest("details")?.setAttribute("open", "");
  field?.focus();
}

/** Focuses the first refused field. */
export function focusFirstError(errors: Record<string, unknown>): void {
  focusField(Object.keys(errors)[0]);
}

/** Shows the server's messages beside the fields of a form, and focuses the first of them. */
export function showRefusal(
  form: { setErrors: (errors: Record<string, string>) => void },
  error: unknown,
): void {
  if (!(error instanceof ApiFailure)) return;
  form.setErrors(error.fields);
  focusFirstError(error.fields);
}

/** Focuses the first invalid field, if any, once the refusal is rendered. */
export function focusRefusedField(form: HTMLFormElement): void {
  requestAnimationFrame(() => form.querySelector<HTMLElement>("[aria-invalid=true]")?.focus());
}

/** The focused element, with its position and that of its row, to find a neighbour when it disappears. */
type Place = {
  element: HTMLElement;
  parent: Element | null;
  /** The index of the element among the controls of its parent. */
  turn: number;
  list: Element | null;
  index: number;
  dialog: HTMLElement | null;
  /** True when the element was focused by keyboard: then the page scrolls to the next focused element. */
  isShown: boolean;
  /** The place of the focus before it moved to a notice, because notices disappear. */
  before: Place | null;
};

/** The last focus outside all dialogs while a dialog is open. A dialog over or after another one returns to it. */
let outside: Place | null = null;
let openDialogs = 0;

const notices = ".mantine-Notifications-root";
const controlsOf = (parent: Element | null) => [
  ...(parent?.querySelectorAll<HTMLElement>("a[href], button:enabled, input:enabled") ?? []),
];

function placeOf(element: HTMLElement, last: Place | null = null): Place {
  const row = element.closest("tr, li");
  const list = row?.parentElement ?? null;
  const parent = element.parentElement;
  const isNotice = element.closest(notices) !== null;
  return {
    ...{ element, parent, list },
    turn: controlsOf(parent).indexOf(element),
    index: row && list ? [...list.children].indexOf(row) : -1,
    dialog: element.closest<HTMLElement>("[role=dialog]"),
    isShown: element.matches(":focus-visible"),
    before: isNotice ? (last?.before ?? last) : null,
  };
}

const isThere = (element: Element) => element.isConnected && !element.matches(":disabled");

/**
 * Focuses the first of these that exists: the element itself; its `data-heir`; the row or button now at its place; the initial
 * focus of its dialog; the focus before a notice; the main heading.
 */
function focusNeighbour(place: Place): void {
  const { element, parent, list, index, dialog, before } = place;
  if (isThere(element) && element !== document.body) {
    element.focus({ preventScroll: true });
    if (document.activeElement === element) return;
  }
  const row = list?.isConnected ? list.children[Math.min(index, list.children.length - 1)] : undefined;
  const isDrawn = parent?.isConnected && parent.closest("main, [role=dialog]");
  const controls = controlsOf(row ?? (isDrawn ? parent : null));
  const target =
    document.getElementById(element.dataset.heir ?? "") ??
    (row?.hasAttribute("tabindex") ? row : controls[row ? 0 : Math.min(place.turn, controls.length - 1)]) ??
    (dialog?.isConnected && (dialog.querySelector("[data-autofocus]") ?? controlsOf(dialog)[0]));
  if (target instanceof HTMLElement) target.focus({ preventScroll: !place.isShown });
  if (document.activeElement !== document.body) return;
  if (before) focusNeighbour(before);
  else focusHeading();
}

/**
 * Moves the focus to a neighbour when the focused element disappears or is disabled: an expired undo, a notice, or a button that its
 * own action replaces. Code that moves the focus explicitly runs first.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    let place: Place | null = null;
    const note = ({ target }: FocusEvent) => {
      if (target instanceof HTMLElement) place = placeOf(target, place);
    };
    const leave = () =>
      setTimeout(() => {
        if (document.activeElement === document.body && place && isThere(place.element)) place = null;
      });
    const observer = new MutationObserver(() => {
      if (!place || isThere(place.element)) return;
      const lost = place;
      place = null;
      requestAnimationFrame(() =>
        setTimeout(() => {
          if (document.activeElement === document.body) focusNeighbour(lost);
        }),
      );
    });
    document.addEventListener("focusin", note);
    document.addEventListener("focusout", leave);
    observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ["disabled"] });
    return () => {
      document.removeEventListener("focusin", note);
      document.removeEventListener("focusout", leave);
      observer.disconnect();
    };
  }, []);
}

/**
 * Returns the focus to the element that had it before the dialog. Also handles a dialog that is unmounted while open or mounted
 * open, which Mantine does not. If the dialog's action removed that element, the next row or the main heading
 * gets the focus. A focus that moved elsewhere stays there.
 * @param contentId the id of an element inside the dialog
 */
export function useFocusReturn(open: boolean, contentId: string): void {
  const before = useRef<Place | null>(null);
  const returning = useRef(0);
  useLayoutEffect(() => {
    const focused = document.activeElement;
    if (!open || !(focused instanceof HTMLElement)) return;
    // The focus was in another dialog, which this dialog replaced.
    const isLost = focused === document.body && outside !== null;
    before.current = isLost ? outside : placeOf(focused);
    if (!isLost && !focused.closest("[role=dialog]")) outside = before.current;
  }, [open]);
  useEffect(() => {
    if (!open) return;
    // The dialog opened again within a frame, or strict mode ran this effect twice: the focus belongs in the dialog.
    cancelAnimationFrame(returning.current);
    openDialogs += 1;
    return () => {
      openDialogs -= 1;
      returning.current = requestAnimationFrame(() => {
        const dialog = document.getElementById(contentId)?.closest("[role=dialog]");
        const focused = document.activeElement;
        const isFree = focused === document.body || (focused && dialog?.contains(focused));
        const place = before.current?.element.isConnected ? before.current : (outside ?? before.current);
        if (openDialogs === 0) outside = null;
        if (!isFree || !place) return;
        focusNeighbour(place);
      });
    };
  }, [open, contentId]);
}

/** The element id of a row to which an address can lead. */
export function rowId(id: string): string {
  return `row-${id}`;
}

/**
 * Scrolls to the row whose id is in the address and focuses it, once the list is loaded.
 * @param named the id in the address; null without one
 * @param ids the ids of the rows; undefined while they load
 * @returns the row's id, and whether the row in the address is missing
 */
export function useNamedRow(named: string | null, ids: readonly string[] | undefined) {
  const isThere = named !== null && ids?.includes(named) === true;
  useEffect(() => {
    if (!isThere) return;
    // Runs after the heading, which takes the focus when the screen changes.
    const later = setTimeout(() => {
      const row = document.getElementById(rowId(named));
      row?.focus({ preventScroll: true });
      row?.scrollIntoView({ block: "center" });
    });
    return () => clearTimeout(later);
  }, [named, isThere]);
  return { namedId: isThere ? named : null, isGone: named !== null && ids !== undefined && !isThere };
}

/** The document's title, from the matched route. */
export type RouteHandle = { title: string };

/**
 * Sets the document's title. On each change of screen it focuses the main heading, so that screen readers announce it. With a
 * fragment in the address it focuses the element with that id.
 */
export function useRouteAnnouncement(main: RefObject<HTMLElement | null>): void {
  const { pathname, hash, key } = useLocation();
  const title = useRouteTitle();
  // After a page load the browser's own focus stays, unless the address has a fragment.
  const previous = useRef(key === "default" ? pathname : null);

  // A layout effect, so that it runs before the effect in which a screen sets its own title.
  useLayoutEffect(() => {
    document.title = `${title} · ${brand.name}`;
  }, [title]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` makes the effect run when the same link is followed again.
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

/** Focuses the newest undo button, first inside an open dialog, else the newest notice. */
export function focusUndo(): void {
  const find = (within: string, what: string) =>
    [...document.querySelectorAll<HTMLElement>(`${within} ${what}`)].at(-1);
  const undo = find("[role=dialog]", "[data-undo]") ?? find("body", "[data-undo]") ?? find(notices, "button");
  undo?.focus();
}

/** Focuses the main heading. For buttons that their own action removes. */
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

export function useRouteTitle(): string {
  const handle = useMatches().at(-1)?.handle as RouteHandle | undefined;
  return handle?.title ?? "Administration";
}
