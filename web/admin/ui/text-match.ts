import { searchKey } from "#contract/search-key.ts";

/** True when every word typed occurs in the label, whatever the accents, the case and the kind of apostrophe. */
export function matchesText(label: string, typed: string): boolean {
  const haystack = plain(label);
  return plain(typed)
    .split(/\s+/)
    .every((word) => haystack.includes(word));
}

function plain(text: string): string {
  return searchKey(text.normalize("NFD").replace(/\p{M}/gu, "")).trim();
}
