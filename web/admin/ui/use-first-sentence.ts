import { type RefCallback, useCallback } from "react";

/** What may stand before the first paragraph and makes it one of the dialog's parts instead of its introduction. */
const first = "p, label, input, textarea, select, button, table, dl, ul, ol, form h2, h2, h3";

/**
 * Gives `id` to the paragraph that introduces a dialog, once it is there, so that the dialog can be described by it. A
 * dialog that begins with a field or a list has none: nothing has this id then.
 */
export function useFirstSentence(id: string): RefCallback<HTMLElement> {
  return useCallback(
    (body) => {
      if (!body) return;
      let marked: Element | null = null;
      const mark = () => {
        const opening = body.querySelector(first);
        if (opening === marked) return;
        marked?.removeAttribute("id");
        marked = opening?.localName === "p" && opening.id === "" ? opening : null;
        if (marked) marked.id = id;
      };
      mark();
      const observer = new MutationObserver(mark);
      observer.observe(body, { childList: true, subtree: true });
      return () => observer.disconnect();
    },
    [id],
  );
}
