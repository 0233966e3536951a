import { getSchema } from "@tiptap/core";
import { DOMSerializer, DOMParser as DocumentParser } from "@tiptap/pm/model";
import { extensions } from "./extensions.ts";
import { type Format, lostFormats } from "./lost-formats.ts";

/** The attributes that are visible or announced by screen readers. Classes are left out, because the editor writes its own. */
const attributes = ["align", "bgcolor", "width", "height", "href", "title", "src", "start", "type"];

/** Names the formats of hand-written HTML that the editor would drop; empty when it keeps all. */
export function lostInEditor(html: string): string[] {
  const { body } = new DOMParser().parseFromString(html, "text/html");
  const schema = getSchema(extensions);
  const written = formatsOf(body);
  const kept = DOMSerializer.fromSchema(schema).serializeFragment(
    DocumentParser.fromSchema(schema).parse(body).content,
  );
  return lostFormats(written, formatsOf(kept));
}

function formatsOf(root: ParentNode): Format[] {
  return [...root.querySelectorAll<HTMLElement>("*")].map((element) => ({
    tag: element.tagName.toLowerCase(),
    styles: [...element.style],
    attributes: attributes.filter((name) => element.getAttribute(name)),
  }));
}
