import { brand } from "#contract/brand.ts";

/** The specification's and the issues' own sentences, to the letter: with the apostrophes and the spelling they were given with. */
export const quotedSentences = [
  "Retour à l'accueil",
  "Merci pour votre inscription!",
  "L'email est requis",
  "Adresse email invalide",
  "Cette adresse email est déjà inscrite à la bêta.",
  "En envoyant ma demande, j'accepte les conditions",
  "J'accepte de recevoir par e-mail",
  "N'indiquez rien sur votre santé",
  "Ce n'est pas moi : effacer",
  "Ce lien n'est plus valable.",
  "C'est fait",
  "Vous recevez ce message car vous l'avez accepté",
];

/** What is quoted in English, and is marked as English wherever it stands. */
export const englishTexts = ["Join the beta", "I want to sign up", "Processing...", brand.tagline];

/** What a French typesetter would mark in a text; quoted sentences are left alone. */
export function faultsOf(text: string): string[] {
  const own = quotedSentences.reduce((rest, quoted) => rest.replaceAll(quoted, ""), text);
  return Object.entries(faults).flatMap(([fault, pattern]) => {
    const found = pattern.exec(own);
    return found ? [`${fault}: ${own.slice(Math.max(0, found.index - 30), found.index + 20)}`] : [];
  });
}

const faults = {
  "ordinary space before a high sign": / [:;!?»]/,
  "ordinary space after «": /« /,
  "no space before a high sign": /\p{L}(?:[;!?»]|:(?=\s|$))/u,
  "no space after «": /«[^\u00a0\u202f]/,
  "straight apostrophe": /\p{L}'\p{L}/u,
  "straight quotation mark": /"/,
  "e-mail spelled otherwise": /(?<![-\w.@])(?:e?mails?|courriels?)\b/i,
  "three dots": /\.\.\./,
  "two spaces": /\S {2,}\S/,
};

type Part = { text: string; english: boolean };

/** A run of text of a page: between two tags that begin a new line, or an attribute that is read out. */
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

/** All texts of a document as React or `documentOf` writes it, and which parts are marked as English. */
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
/** What would be read out in French. */
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
