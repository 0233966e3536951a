/** True when every word typed occurs in the label, whatever the accents and the case. */
export function matchesText(label: string, typed: string): boolean {
  const haystack = plain(label);
  return plain(typed)
    .split(/\s+/)
    .every((word) => haystack.includes(word));
}

function plain(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().trim();
}
