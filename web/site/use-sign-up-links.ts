import { useEffect, useRef } from "react";
import type { Audience } from "#contract/audience.ts";
import { audienceOf, signUpPath } from "#contract/signup-words.ts";
import { isPlainClick } from "./parts/plain-click.ts";

type LinkActions = {
  /** The first sign of intent to follow a link. */
  onIntent: (audience: Audience | undefined) => void;
  /** @param audience the one that the link names, if it names one */
  onOpen: (link: HTMLAnchorElement, audience: Audience | undefined) => void;
};

const links = `a[href^="${signUpPath()}"]`;

/** From now on the links to the form's own page open the dialog; who wants them in another tab gets the page. */
export function useSignUpLinks(actions: LinkActions): void {
  const latest = useRef(actions);
  latest.current = actions;
  useEffect(() => {
    const listening = new AbortController();
    const on = <Name extends "click" | "pointerover" | "focusin">(
      name: Name,
      act: (link: HTMLAnchorElement, event: DocumentEventMap[Name]) => void,
    ) => {
      const hear = (event: DocumentEventMap[Name]) => {
        const link = (event.target as Element).closest<HTMLAnchorElement>(links);
        if (link) act(link, event);
      };
      document.addEventListener(name, hear, { signal: listening.signal });
    };
    on("pointerover", (link) => latest.current.onIntent(audienceAt(link)));
    on("focusin", (link) => latest.current.onIntent(audienceAt(link)));
    on("click", (link, event) => {
      if (!isPlainClick(event)) return;
      event.preventDefault();
      latest.current.onOpen(link, audienceAt(link));
    });
    for (const link of document.querySelectorAll(links)) link.setAttribute("aria-haspopup", "dialog");
    return () => listening.abort();
  }, []);
}

function audienceAt({ search }: HTMLAnchorElement): Audience | undefined {
  return search ? audienceOf(new URLSearchParams(search).get("type")) : undefined;
}
