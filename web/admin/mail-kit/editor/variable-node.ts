import { Node as EditorNode } from "@tiptap/core";
import { Plugin, type Transaction } from "@tiptap/pm/state";
import { joinVariables, type TemplateVariable, templateVariables } from "#contract/template-variables.ts";

const pattern = /\{\{\s{0,20}(name|firstName|email|date|referralLink|friends)\s{0,20}\}\}/g;
const textOf = (name: unknown) => `{{${String(name)}}}`;
const isKnown = (name: string | null): name is TemplateVariable =>
  (templateVariables as readonly (string | null)[]).includes(name);

/** A variable as an indivisible element. Typed, pasted or inserted text in the form of a variable becomes such an element. */
export const Variable = EditorNode.create({
  name: "variable",
  group: "inline",
  inline: true,
  atom: true,

  addAttributes: () => ({ name: { default: "name" } }),
  parseHTML: () => [
    {
      tag: "span[data-variable]",
      getAttrs: ({ dataset }) => isKnown(dataset.variable ?? null) && { name: dataset.variable },
    },
  ],
  renderHTML: ({ node }) => ["span", { "data-variable": node.attrs.name }, textOf(node.attrs.name)],
  renderText: ({ node }) => textOf(node.attrs.name),

  addProseMirrorPlugins: () => [
    new Plugin({
      appendTransaction: (transactions, _before, { doc, tr }) =>
        transactions.some(({ docChanged }) => docChanged) ? replaceTexts(tr, doc) : null,
    }),
  ],
});

/** Replaces variables in texts by elements, except in code, which may contain only text. */
function replaceTexts(tr: Transaction, doc: Transaction["doc"]): Transaction | null {
  doc.descendants((node, place, parent) => {
    if (!node.isText || parent?.type.spec.code) return;
    for (const { 0: text, 1: name, index } of node.text?.matchAll(pattern) ?? []) {
      const from = tr.mapping.map(place + index);
      tr.replaceWith(from, from + text.length, variable(name, node));
    }
  });
  return tr.docChanged ? tr : null;

  function variable(name: string | undefined, { marks, type }: typeof doc) {
    return type.schema.nodes.variable?.create({ name }, null, marks) ?? [];
  }
}

/** The editor's HTML with its variables as text, which is their form in templates, drafts and hand-edited HTML. */
export function variablesAsText(html: string): string {
  return html.replace(/<span data-variable="[^"]*">(\{\{\w+\}\})<\/span>/g, "$1");
}

/** Joins variables that formatting splits, then replaces each variable of a document by an element. */
export function markVariables(root: HTMLElement): void {
  root.innerHTML = joinVariables(root.innerHTML);
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const found: Node[] = [];
  for (let text = texts.nextNode(); text; text = texts.nextNode()) found.push(text);
  for (const text of found) {
    const pieces = (text.textContent ?? "").split(pattern);
    if (pieces.length === 1 || text.parentElement?.closest("pre")) continue;
    text.parentNode?.replaceChild(fragmentOf(pieces), text);
  }
}

/** @param pieces texts and names of variables, alternating */
function fragmentOf(pieces: readonly string[]): DocumentFragment {
  const fragment = document.createDocumentFragment();
  for (const [index, piece] of pieces.entries()) {
    const span = document.createElement("span");
    span.dataset.variable = piece;
    fragment.append(index % 2 === 0 ? piece : span);
  }
  return fragment;
}
