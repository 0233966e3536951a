/**
 * A text as many lines as it takes, parted between words; a word that is too long for a line is parted too.
 * @param fits whether a line is short enough
 */
export function wrapText(text: string, fits: (line: string) => boolean): string[] {
  const lines: string[] = [];
  const words = text.replace(/ (?=[?!:;»])/g, "\u00a0").split(/[ \n]+/);
  for (const word of words.flatMap((one) => parts(one, fits))) {
    const longer = `${lines.at(-1)} ${word}`;
    if (lines.length > 0 && fits(longer)) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

function parts(word: string, fits: (line: string) => boolean): string[] {
  if (fits(word)) return word === "" ? [] : [word];
  const found: string[] = [];
  for (const letter of word) {
    const longer = `${found.at(-1) ?? ""}${letter}`;
    if (found.length > 0 && fits(longer)) found[found.length - 1] = longer;
    else found.push(letter);
  }
  return found;
}
