/** The content of another page of this site, to be shown in place: its text exists once, in that page. */
export async function fetchViewContent(path: string): Promise<string> {
  const answer = await fetch(path);
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  const text = await answer.text();
  // Without its head: the style in there is allowed on that page, not on this one, and is not needed here.
  const page = new DOMParser().parseFromString(text.slice(text.indexOf("<body")), "text/html");
  const content = page.querySelector("[data-content]");
  if (!content) throw new Error(`${path} has no content`);
  return content.innerHTML;
}
