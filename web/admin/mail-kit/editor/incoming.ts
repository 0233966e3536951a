import { notifications } from "@mantine/notifications";
import type { EditorView } from "@tiptap/pm/view";
import { limits } from "#contract/limits.ts";
import { failureNotice } from "#web/admin/ui/failure-notice.ts";
import { isPicture, readPicture } from "./pictures.ts";
import { markVariables } from "./variable-node.ts";

/** Prepares HTML for the editor. */
export function editorHtml(html: string): string {
  const { body } = new DOMParser().parseFromString(html, "text/html");
  prepare(body);
  return body.innerHTML;
}

/** Converts pasted HTML to formats of a mail: tables become lines, and Word's paragraphs become lists. */
export function pastedHtml(html: string): string {
  const { body } = new DOMParser().parseFromString(html, "text/html");
  for (const table of [...body.querySelectorAll("table")].reverse()) table.replaceWith(linesOf(table));
  listWordParagraphs(body);
  prepare(body);
  return body.innerHTML;
}

const blocks =
  "address, article, blockquote, div, dl, h1, h2, h3, h4, h5, h6, ol, p, pre, section, table, ul";

/** Converts the three notations of an empty line to an empty paragraph. */
function prepare(body: HTMLElement): void {
  for (const block of body.querySelectorAll("p, div")) {
    const isBlank = block.textContent?.trim() === "" && block.querySelectorAll("br").length === 1;
    if (isBlank && !block.querySelector(`img, ${blocks}`)) block.replaceWith(document.createElement("p"));
  }
  markVariables(body);
}

/** Makes each row a line, with a separator between its cells. A table with one column is layout, and only its content is kept. */
function linesOf(table: HTMLTableElement): DocumentFragment {
  const lines = document.createDocumentFragment();
  const rows = [...table.rows];
  const isLayout = rows.every(({ cells }) => cells.length <= 1);
  for (const { cells } of rows) {
    const line = document.createElement(isLayout ? "div" : "p");
    for (const [index, cell] of [...cells].entries()) {
      if (index > 0) line.append(" | ");
      line.append(...(isLayout ? cell.childNodes : [inlineOf(cell)]));
    }
    lines.append(line);
  }
  return lines;
}

/** The content of a cell on one line. */
function inlineOf(cell: HTMLTableCellElement): Node {
  for (const block of cell.querySelectorAll(`${blocks}, li, br`)) block.replaceWith(...block.childNodes, " ");
  const content = document.createElement(cell.tagName === "TH" ? "strong" : "span");
  content.append(...cell.childNodes);
  return content;
}

const wordLevel = /\blevel(\d)\b/i;
const numbering = /^\s*(?:\d{1,3}|[a-z]|[ivxl]{1,6})[.)]/i;

/** Makes lists of Word's paragraphs: Word copies list items as paragraphs with the level in a style and the bullet in a span. */
function listWordParagraphs(body: HTMLElement): void {
  /** The lists that are open, the outermost first. */
  let open: HTMLElement[] = [];
  for (const paragraph of body.querySelectorAll<HTMLElement>("p[style*='mso-list']")) {
    const level = Number(wordLevel.exec(paragraph.getAttribute("style") ?? "")?.[1] ?? 0);
    if (level === 0) continue;
    const mark = [...paragraph.querySelectorAll("span")].find((span) =>
      /mso-list:\s*ignore/i.test(span.getAttribute("style") ?? ""),
    );
    const kind = numbering.test(mark?.textContent ?? "") ? "ol" : "ul";
    mark?.remove();
    open = paragraph.previousElementSibling === open[0] ? open.slice(0, level) : [];
    if (open.length === level && open.at(-1)?.localName !== kind) open.pop();
    while (open.length < level) {
      const list = document.createElement(kind);
      const outer = open.at(-1);
      if (outer) (outer.lastElementChild ?? outer.appendChild(document.createElement("li"))).append(list);
      else paragraph.before(list);
      open.push(list);
    }
    const item = document.createElement("li");
    item.append(...paragraph.childNodes);
    open.at(-1)?.append(item);
    paragraph.remove();
  }
}

/** Inserts pictures only when the clipboard has no HTML. A program that copies HTML adds a picture with the same content. */
export function pastePictures(view: EditorView, clipboard: DataTransfer | null): boolean {
  const files = [...(clipboard?.files ?? [])].filter(isPicture);
  if (files.length === 0 || clipboard?.types.includes("text/html")) return false;
  void insertPictures(view, files);
  return true;
}

async function insertPictures(view: EditorView, files: File[]): Promise<void> {
  for (const file of files) {
    const picture = await readPicture(file);
    if (view.isDestroyed) return;
    if ("problem" in picture) {
      notifications.show({ ...failureNotice, message: picture.problem });
      continue;
    }
    const width = picture.width && Math.min(picture.width, limits.mailPictureWidth);
    const node = view.state.schema.nodes.image?.create({ src: picture.src, width });
    if (node) view.dispatch(view.state.tr.replaceSelectionWith(node).scrollIntoView());
  }
}
