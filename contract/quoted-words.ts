import { limits } from "./limits.ts";

/**
 * Text of a remote server or report as one line of limited length, without control, invisible and direction-changing
 * characters.
 */
export function serverWords(text: string): string {
  return text
    .replace(/[\p{Cc}\s]+/gu, " ")
    .replace(/[\p{Cf}\p{Cs}]/gu, "")
    .trimStart()
    .slice(0, limits.transportErrorTextMax)
    .replace(/\p{Cs}$/u, "") // half of a surrogate pair that the cut has split
    .trimEnd();
}

/**
 * Text of a remote server as a quotation, so that readers do not take it for a sentence of this site.
 * @param speaker the source of the text, for example "Réponse du serveur distant"
 */
export function quoteWords(speaker: string, words: string): string {
  // A guillemet inside the text would look like the end of the quotation.
  return `${speaker}\u00a0: «\u00a0${serverWords(words).replace(/[«»]/g, '"')}\u00a0»`;
}

/** Headers of a report, to be read line by line. */
export function foreignLines(text: string): string {
  return text.replace(/[^\P{Cc}\n\t]|[\p{Cf}\p{Cs}]/gu, "");
}
