import { normalForm } from "./text.ts";

/** For each key of a French keyboard, the similar characters that a search treats as that key. */
const lookalikes = { "'": "’‘ʼ´", '"': "“”«»", " ": "\u00a0\u202f", "-": "\u2010\u2011" };
/** Letters that Unicode does not decompose into a letter and its accents. */
const letters = {
  i: "ı",
  o: "ø",
  l: "ł",
  d: "đð",
  h: "ħ",
  t: "ŧ",
  σ: "ς",
  oe: "œ",
  ae: "æ",
  ss: "ß",
  th: "þ",
};

const keys = new Map(
  Object.entries({ ...lookalikes, ...letters }).flatMap(([key, others]) =>
    [...others].map((other) => [other, key] as const),
  ),
);
const anyOther = new RegExp(`[${[...keys.keys()].join("")}]`, "gu");
const accents = /[\u0300-\u036f]/gu;

/**
 * The form in which every search compares texts: lower case without accents, and one apostrophe, quotation mark, space and hyphen
 * for all of their variants. The SQL function `search_key` does the same.
 * @param text a text of limited length in Unicode normal form C, as `normaliseText` returns it
 */
export function searchKey(text: string): string {
  const plain = normalForm(text, "NFD").replace(accents, "").toLowerCase();
  return normalForm(
    plain.replace(anyOther, (other) => keys.get(other) ?? other),
    "NFC",
  );
}
