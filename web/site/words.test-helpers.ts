import { withoutQuotedTexts } from "#web/lib/words/quoted-texts.test-helpers.ts";
import { faultsOf as typographyFaultsOf } from "#web/lib/words/typography.test-helpers.ts";

/** Lists the faults of French typography in a page's text, except in quotations. */
export const faultsOf = (text: string) =>
  typographyFaultsOf(withoutQuotedTexts(text).replace(cutByItsLink, ""));

/** The beginning of a quoted sentence that continues after "(nouvel onglet)". */
const cutByItsLink = "En envoyant ma demande, j'accepte les conditions";

type Part = { text: string; english: boolean };

/** A run of text: between two tags that begin a new line, or an attribute that screen readers read. */
export type Run = Part[];

const lineless = new Set(["a", "abbr", "b", "em", "i", "span", "strong", "time"]);
const childless = new Set([
  "br",
  "img",
  "input",
  "link",
  "meta",
  "source",
  "track",
  "path",
  "circle",
  "rect",
]);
const readOut = /\s(?:alt|aria-label|aria-valuetext|content|label|placeholder|title)="([^"]*)"/g;
const token = /<!--[\s\S]*?-->|<(script|style)\b[\s\S]*?<\/\1>|<(\/?)([\w-]+)((?:[^">]|"[^"]*")*)>|[^<]+/g;

/** Lists all texts of a rendered document, and which parts are marked as English. */
export function runsOf(html: string): Run[] {
  const runs: Run[] = [[]];
  const open: { name: string; english: boolean }[] = [];
  for (const [all, hidden, closing, name = "", attributes = ""] of html.matchAll(token)) {
    const english = open.at(-1)?.english ?? false;
    if (!all.startsWith("<")) runs.at(-1)?.push({ text: decoded(all), english });
    else if (hidden || !name) continue;
    else {
      if (!lineless.has(name)) runs.push([]);
      if (closing) open.splice(open.findLastIndex((element) => element.name === name));
      else {
        const language = /\slang="([^"]*)"/.exec(attributes)?.[1];
        const element = { name, english: language ? language === "en" : english };
        for (const [, text = ""] of attributes.matchAll(readOut))
          runs.splice(-1, 0, [{ text: decoded(text), english: element.english }]);
        if (!childless.has(name) && !attributes.endsWith("/")) open.push(element);
      }
    }
  }
  return runs.filter((run) => run.some(({ text }) => text.trim() !== ""));
}

export const textOf = (run: Run) => run.map(({ text }) => text).join("");
/** The parts that are not marked as English. */
export const frenchOf = (run: Run) => run.map(({ text, english }) => (english ? "" : text)).join("");

const entities: Record<string, string> = {
  "&quot;": '"',
  "&#x27;": "'",
  "&lt;": "<",
  "&gt;": ">",
  "&amp;": "&",
};

function decoded(text: string): string {
  return text.replace(/&(?:quot|#x27|lt|gt|amp);/g, (entity) => entities[entity] ?? entity);
}
