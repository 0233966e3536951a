/** Characters that count as one key of a French keyboard in a search, by that key, whether typed or pasted. */
const lookalikes = { "'": "’‘ʼ´", '"': "“”«»", " ": "\u00a0\u202f", "-": "\u2010\u2011" };

const keys = new Map(
  Object.entries(lookalikes).flatMap(([key, others]) => [...others].map((other) => [other, key] as const)),
);
const anyLookalike = new RegExp(`[${[...keys.keys()].join("")}]`, "gu");

/**
 * The form in which every search compares texts: small letters, and one apostrophe, quotation mark, space and hyphen for
 * all of their kinds. PostgreSQL's side is the function `search_key`.
 * @param text in Unicode normal form C, as `normaliseText` gives it
 */
export function searchKey(text: string): string {
  return text.toLowerCase().replace(anyLookalike, (other) => keys.get(other) ?? other);
}
