import { readFileSync } from "node:fs";
import { parseSync } from "oxc-parser";

type Node = { type: string; start: number; end: number; parent: Node | null } & Record<string, unknown>;

/** A text in the source: a string, a template whose values are `{}`, or the text between two tags. */
export type SourceText = { file: string; line: number; text: string; node: Node };

/** All texts of a source file, for any purpose. */
export function textsOf(file: string, source = readFileSync(file, "utf8")): SourceText[] {
  const found: SourceText[] = [];
  const note = (node: Node, text: string) =>
    found.push({ file, line: source.slice(0, node.start).split("\n").length, text, node });
  visit(parseSync(file, source).program, null, (node) => {
    const text = textOf(node);
    if (text !== null && text.trim() !== "") note(node, text);
  });
  return found;
}

function visit(value: unknown, parent: Node | null, enter: (node: Node) => void): void {
  if (Array.isArray(value)) for (const one of value) visit(one, parent, enter);
  if (typeof value !== "object" || value === null || !("type" in value)) return;
  const node = Object.assign(value, { parent }) as Node;
  if (/^(Import|ExportAll|TSLiteral)/.test(node.type)) return;
  enter(node);
  for (const [key, child] of Object.entries(node)) if (key !== "parent") visit(child, node, enter);
}

function textOf(node: Node): string | null {
  if (node.type === "Literal") return typeof node["value"] === "string" ? decoded(node["value"]) : null;
  if (node.type === "TemplateLiteral")
    return (node["quasis"] as Node[]).map((part) => (part["value"] as { cooked: string }).cooked).join("{}");
  if (node.type === "JSXElement" || node.type === "JSXFragment")
    return (node["children"] as Node[]).map(childText).join("");
  return null;
}

/** The text of a child inside the sentence around it. The content of another element is a separate text. */
function childText(child: Node): string {
  if (child.type === "JSXText") return decoded(withoutIndent(child["value"] as string));
  if (child.type !== "JSXExpressionContainer") return "{}";
  const { type, value } = child["expression"] as Node;
  if (type === "JSXEmptyExpression") return "";
  return type === "Literal" && typeof value === "string" ? value : "{}";
}

/** Treats line breaks and indentation as JSX does: a space between words, and nothing at the edges. */
function withoutIndent(text: string): string {
  const lines = text.split("\n");
  const trimmed = lines.map((line, at) => {
    const start = at === 0 ? line : line.replace(/^[ \t]+/, "");
    return at === lines.length - 1 ? start : start.replace(/[ \t]+$/, "");
  });
  return trimmed.filter((line) => line !== "").join(" ");
}

const entities: Record<string, string> = {
  "&nbsp;": "\u00a0",
  "&quot;": '"',
  "&lt;": "<",
  "&gt;": ">",
  "&amp;": "&",
};

const decoded = (text: string) =>
  text.replace(/&(?:nbsp|quot|lt|gt|amp);/g, (entity) => entities[entity] ?? entity);

const frenchWords = words(
  "le la les un une des du de et ou où est sont ne pas par pour sur sans avec dans en au aux ce cet cette ces",
  "qui que votre vos vous il elle aucun aucune tous toutes chaque autre deux jours heures nom envoyer lien",
);
const englishWords = words(
  "the of is are was were to and with by from its that this it be has have who whose when which while what",
  "how only must not nobody for until as at so does there you your no any or too text canvas",
);
const elidedOrMarked = /(?<!\p{L})(?:[cdjlmnst]|qu)'\p{L}|[’«»]/giu;
const accented = /\p{L}*[àâçéèêëîïôûùœ]\p{L}*/giu;

function words(...lists: string[]): RegExp {
  return new RegExp(`(?<![\\p{L}-])(?:${lists.join(" ").replaceAll(" ", "|")})(?![\\p{L}-])`, "giu");
}

/** Matches selectors, media queries, style declarations and headers. */
const technical = /[[\]=\\]|^\([a-z-]+:|^[a-z-]+: ?[\w{]|\w\(\w|\d+px|^User-agent/;

/**
 * The texts of a file that users read, without tags. These are French sentences in any file. In `web` and `contract`, where strings
 * have few other uses, these are also texts that have two words, begin like a name, or are inserted into a sentence.
 */
export function readTextsOf(file: string, source?: string): SourceText[] {
  const isScreenOrContract = /^(?:web|contract)\//.test(file);
  return textsOf(file, source)
    .map((found) => ({ ...found, text: found.text.replace(/<[^<>]*>/g, "\n") }))
    .filter(({ text, node }) => {
      if (!/\p{L}{2}/u.test(text)) return false;
      const french = [frenchWords, elidedOrMarked, accented].flatMap((of) => text.match(of) ?? []).length;
      const english = (text.match(englishWords) ?? []).length;
      if (french > english) return true;
      return (
        isScreenOrContract && english === 0 && !technical.test(text) && (isTitle(text) || isPartOfText(node))
      );
    });
}

const isTitle = (text: string) => / /.test(text.trim()) || /^\p{Lu}\p{Ll}+$/u.test(text);

/** True for a counted word, and for one of two words between which a template or an element chooses. */
function isPartOfText({ parent, type }: Node): boolean {
  if (parent === null || type !== "Literal") return false;
  if (parent.type === "ConditionalExpression") {
    const { parent: around } = parent;
    const isChild = around?.type === "JSXExpressionContainer" && around.parent?.type !== "JSXAttribute";
    return isChild || around?.type === "TemplateLiteral";
  }
  return parent.type === "CallExpression" && (parent["callee"] as { name?: string }).name === "formatCount";
}
