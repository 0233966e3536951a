/** The number of lines of each occurrence of the words in the texts below an element. */
export function linesOf(words: string, within: Element = document.body): number[] {
  const texts = document.createTreeWalker(within, NodeFilter.SHOW_TEXT);
  const lines: number[] = [];
  while (texts.nextNode()) {
    const text = texts.currentNode.nodeValue ?? "";
    for (let at = text.indexOf(words); at >= 0; at = text.indexOf(words, at + 1)) {
      const range = document.createRange();
      range.setStart(texts.currentNode, at);
      range.setEnd(texts.currentNode, at + words.length);
      lines.push(range.getClientRects().length);
    }
  }
  return lines;
}
