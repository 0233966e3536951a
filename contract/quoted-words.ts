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
    .replace(/\p{Cs}$/u, "") // half of a pair that the cut has split
    .trimEnd();
}

/**
 * The same, marked as a quotation, so that foreign words cannot pass for words of this site.
 * @param speaker who is quoted: "Réponse du serveur distant"
 */
export function quoteWords(speaker: string, words: string): string {
  // A guillemet among the words would seem to end the quotation.
  return `${speaker}\u00a0: «\u00a0${serverWords(words).replace(/[«»]/g, '"')}\u00a0»`;
}

/** Headers of a report, to be read line by line. */
export function foreignLines(text: string): string {
  return text.replace(/[^\P{Cc}\n\t]|[\p{Cf}\p{Cs}]/gu, "");
}
