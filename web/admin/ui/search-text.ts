import { useDebouncedCallback } from "@mantine/hooks";
import { useEffect, useRef, useState } from "react";
import { searchKey } from "#contract/search-key.ts";

/** Writes the search field to the address, debounced. A changed address (back button, reset) is written to the field. */
export function useSearchText(value: string, onSearch: (text: string) => void) {
  const [text, setText] = useState(value);
  const sent = useRef(value);
  const send = (next: string) => {
    sent.current = next;
    onSearch(next);
  };
  const sendSoon = useDebouncedCallback(send, 250);

  useEffect(() => {
    if (value === sent.current) return;
    sent.current = value;
    setText(value);
  }, [value]);

  return {
    text,
    edit(next: string) {
      setText(next);
      sendSoon(next);
    },
    clear() {
      sendSoon.cancel();
      setText("");
      send("");
    },
  };
}

/** True when every typed word occurs in the label, ignoring accents, case and the kind of apostrophe. */
export function matchesText(label: string, typed: string): boolean {
  const haystack = plain(label);
  return plain(typed)
    .split(/\s+/)
    .every((word) => haystack.includes(word));
}

function plain(text: string): string {
  return searchKey(text).trim();
}
