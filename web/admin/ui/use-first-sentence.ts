import { type RefCallback, useCallback } from "react";
import { firstSentence } from "./first-sentence.ts";

/** What may stand before the first paragraph and makes it one of the dialog's parts instead of its introduction. */
const first =
  "p:not([role=status] *), label, input, textarea, select, button, table, dl, ul, ol, form h2, h2, h3";

/**
 * Writes the sentence that introduces a dialog into the hidden element `id`, so that the dialog can be described by it and not
 * by the whole paragraph. A dialog that begins with a field or a list has none; that something is on its way is none either.
 * @returns for the dialog's body
 */
export function useFirstSentence(id: string): RefCallback<HTMLElement> {
  return useCallback(
    (body) => {
      if (!body) return;
      const tell = () => {
        const opening = body.querySelector(first);
        const sentence = opening?.localName === "p" ? firstSentence(opening.textContent ?? "") : "";
        const description = document.getElementById(id);
        if (description && description.textContent !== sentence) description.textContent = sentence;
      };
      tell();
      const observer = new MutationObserver(tell);
      observer.observe(body, { childList: true, characterData: true, subtree: true });
      return () => observer.disconnect();
    },
    [id],
  );
}
