import { type CommandProps, Extension } from "@tiptap/core";
import type { Node } from "@tiptap/pm/model";
import type { EditorState } from "@tiptap/pm/state";

declare module "@tiptap/core" {
  interface Commands<ReturnType> {
    indent: {
      /** Moves the blocks of the selection one level to the right (1) or back (-1). */
      shiftIndent: (by: 1 | -1) => ReturnType;
    };
  }
}

const deepest = 8;
const blocks = ["paragraph", "heading", "codeBlock", "listItem"];
const classPattern = /(?:^|\s)(?:ql-)?indent-([1-8])(?=\s|$)/;

/** Levels 1 to 8, as the classes that the server turns into margins. */
export const Indent = Extension.create({
  name: "indent",

  addGlobalAttributes() {
    return [
      {
        types: blocks,
        attributes: {
          indent: {
            default: 0,
            parseHTML: (element) => Number(classPattern.exec(element.className)?.[1] ?? 0),
            renderHTML: ({ indent }) => (indent > 0 ? { class: `indent-${indent}` } : {}),
          },
        },
      },
    ];
  },

  addCommands() {
    return {
      shiftIndent:
        (by) =>
        ({ tr, state, dispatch }: CommandProps) => {
          const shifted = selectedBlocks(state).filter(({ node }) => isLevel(levelOf(node) + by));
          if (dispatch) {
            for (const { node, at } of shifted) tr.setNodeAttribute(at, "indent", levelOf(node) + by);
          }
          return shifted.length > 0;
        },
    };
  },

  addKeyboardShortcuts() {
    return {
      "Mod-]": () => this.editor.commands.shiftIndent(1),
      "Mod-[": () => this.editor.commands.shiftIndent(-1),
    };
  },
});

const levelOf = (node: Node) => Number(node.attrs.indent);
const isLevel = (level: number) => level >= 0 && level <= deepest;

/** Each text block of the selection; in a list the item that holds it, so that its mark moves along. */
function selectedBlocks({ doc, selection }: EditorState): { node: Node; at: number }[] {
  const found = new Map<number, Node>();
  doc.nodesBetween(selection.from, selection.to, (node, at, parent) => {
    if (!node.isTextblock) return;
    const place = doc.resolve(at);
    if (parent?.type.name === "listItem") found.set(place.before(place.depth), parent);
    else found.set(at, node);
  });
  return [...found].map(([at, node]) => ({ node, at }));
}
