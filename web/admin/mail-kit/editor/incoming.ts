import { notifications } from "@mantine/notifications";
import type { EditorView } from "@tiptap/pm/view";
import { limits } from "#contract/limits.ts";
import { failureNotice } from "#web/admin/ui/failure-notice.ts";
import { isPicture, readPicture } from "./pictures.ts";
import { markVariables } from "./variable-node.ts";

/** HTML as the editor reads it. */
export function editorHtml(html: string): string {
  const { body } = new DOMParser().parseFromString(html, "text/html");
  prepare(body);
  return body.innerHTML;
}

/** What is pasted, in forms that a mail has: lines of a table, lists of Word. */
export function pastedHtml(html: string): string {
  const { body } = new DOMParser().parseFromString(html, "text/html");
  for (const table of [...body.querySelectorAll("table")].reverse()) table.replaceWith(linesOf(table));
  listWordParagraphs(body);
  prepare(body);
  return body.innerHTML;
}

const blocks =
  "address, article, blockquote, div, dl, h1, h2, h3, h4, h5, h6, ol, p, pre, section, table, ul";

/** A line without text is written in three ways; each of them is an empty paragraph here. */
function prepare(body: HTMLElement): void {
  for (const block of body.querySelectorAll("p, div")) {
    const isBlank = block.textContent?.trim() === "" && block.querySelectorAll("br").length === 1;
    if (isBlank && !block.querySelector(`img, ${blocks}`)) block.replaceWith(document.createElement("p"));
  }
  markVariables(body);
}

/** A row is a line, its cells apart; a table of one column, which only lays out, is what its cells hold. */
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

/** What a cell holds, on one line. */
function inlineOf(cell: HTMLTableCellElement): Node {
  for (const block of cell.querySelectorAll(`${blocks}, li, br`)) block.replaceWith(...block.childNodes, " ");
  const content = document.createElement(cell.tagName === "TH" ? "strong" : "span");
  content.append(...cell.childNodes);
  return content;
}

const wordLevel = /\blevel(\d)\b/i;
const numbering = /^\s*(?:\d{1,3}|[a-z]|[ivxl]{1,6})[.)]/i;

/** Word copies the items of a list as paragraphs, each with its level in a style and its mark in a span. */
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

/** A screenshot has no HTML beside it; what a program copies has, and its picture only repeats that. */
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
