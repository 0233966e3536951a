/** The formats of an element: its tag, and each style and attribute that changes its look. */
export type Format = { tag: string; styles: readonly string[]; attributes: readonly string[] };

/** Equivalent tags; a `div` becomes a paragraph, which looks the same. */
const sameTag = new Map(Object.entries({ b: "strong", i: "em", strike: "s", del: "s", div: "p" }));
/** Tags that have no format and are not reported. */
const silentTags = new Set(["span", "br", "tbody", "p"]);
const tableTags = new Set(["table", "thead", "tbody", "tfoot", "tr", "th", "td"]);
const tagNames = new Map(
  Object.entries({
    hr: "lignes de séparation",
    mark: "passages surlignés",
    code: "textes à chasse fixe",
  }),
);

/**
 * Names the formats that the editor would lose; empty when it keeps all formats.
 * @param written the elements of the text
 * @param kept the elements of the editor's output
 */
export function lostFormats(written: readonly Format[], kept: readonly Format[]): string[] {
  const [before, after] = [countOf(written), countOf(kept)];
  const lost = [...before].filter(([key, count]) => count > (after.get(key) ?? 0)).map(([key]) => key);
  return [...new Set(lost.map(nameOf))];
}

function countOf(formats: readonly Format[]): Map<string, number> {
  const counts = new Map<string, number>();
  const add = (key: string) => counts.set(key, (counts.get(key) ?? 0) + 1);
  for (const { tag, styles, attributes } of formats) {
    const name = sameTag.get(tag) ?? tag;
    if (tableTags.has(tag)) add("table");
    else if (!silentTags.has(name)) add(`tag ${name}`);
    if (tableTags.has(tag)) continue;
    for (const style of styles) add(`style ${style}`);
    for (const attribute of attributes) add(`attribute ${attribute}`);
  }
  return counts;
}

function nameOf(key: string): string {
  if (key === "table") return "tableaux";
  const [kind, name = ""] = key.split(" ");
  if (kind === "tag") return tagNames.get(name) ?? `balises <${name}>`;
  return kind === "style" ? `style ${name}` : `attribut ${name}`;
}
