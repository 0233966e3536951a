const blocks = "p,h1,h2,h3,h4,h5,h6,div,blockquote,pre,li,tr";

/** What stands in a message's HTML, as plain text: a line for each line, an empty one between blocks. */
export function htmlAsText(html: string): string {
  const { body } = new DOMParser().parseFromString(html, "text/html");
  for (const element of body.querySelectorAll("br")) element.replaceWith("\n");
  for (const element of body.querySelectorAll(blocks)) element.append("\n\n");
  return (body.textContent ?? "").replace(/\n{3,}/g, "\n\n").trim();
}
