/** What `text` says up to its first full stop; all of it where there is none. A single letter before the stop is an initial. */
export function firstSentence(text: string): string {
  const plain = text.trim().replaceAll(/\s+/g, " ");
  return /^.*?(?<!(?:^|[\s\u00a0\u2068])\p{L})[.!?…](?=\s|$)/u.exec(plain)?.[0] ?? plain;
}
