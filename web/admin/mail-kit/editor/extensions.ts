import { type CommandProps, Extension, type Extensions } from "@tiptap/core";
import { Image } from "@tiptap/extension-image";
import { Link } from "@tiptap/extension-link";
import { Subscript } from "@tiptap/extension-subscript";
import { Superscript } from "@tiptap/extension-superscript";
import { TextAlign } from "@tiptap/extension-text-align";
import { BackgroundColor, Color, TextStyle } from "@tiptap/extension-text-style";
import type { Node } from "@tiptap/pm/model";
import type { EditorState } from "@tiptap/pm/state";
import { StarterKit } from "@tiptap/starter-kit";
import { linkAddress } from "#contract/link-address.ts";
import { pictureAddress } from "./addresses.ts";
import { Variable } from "./variable-node.ts";

/** The alignment classes in text pasted from Quill. */
const alignClassPattern = /(?:^|\s)ql-align-(center|right|justify)(?=\s|$)/;

/** Reads alignment from the style, and from Quill's classes. */
const Align = TextAlign.extend({
  addGlobalAttributes() {
    const { types, alignments } = this.options;
    return [
      {
        types,
        attributes: {
          textAlign: {
            default: null,
            parseHTML: ({ style, className }) =>
              alignments.includes(style.textAlign)
                ? style.textAlign
                : (alignClassPattern.exec(className)?.[1] ?? null),
            renderHTML: ({ textAlign }) => (textAlign ? { style: `text-align: ${textAlign}` } : {}),
          },
        },
      },
    ];
  },
});

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
const indentClassPattern = /(?:^|\s)(?:ql-)?indent-([1-8])(?=\s|$)/;

/** Levels 1 to 8, as the classes that the server turns into margins. */
const Indent = Extension.create({
  name: "indent",

  addGlobalAttributes() {
    return [
      {
        types: blocks,
        attributes: {
          indent: {
            default: 0,
            parseHTML: (element) => Number(indentClassPattern.exec(element.className)?.[1] ?? 0),
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

/** The text blocks of the selection. In a list it returns the list item instead, so that its bullet moves too. */
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

/** Replaces picture sources other than http, https and data, also in pasted pages. */
const MailImage = Image.extend({
  addAttributes() {
    return {
      ...this.parent?.(),
      // A picture without a description is decorative. Without an `alt` attribute, screen readers would read its address.
      alt: { default: "" },
      src: {
        default: null,
        parseHTML: (element) => pictureAddress(element.getAttribute("src") ?? ""),
        renderHTML: ({ src }) => ({ src: pictureAddress(String(src ?? "")) }),
      },
    };
  },
});

/** Completes addresses as the server does, so that "www.exemple.fr" in a pasted page does not become a relative link. */
const MailLink = Link.extend({
  addAttributes() {
    return {
      ...this.parent?.(),
      href: { default: null, parseHTML: (element) => linkAddress(element.getAttribute("href") ?? "") },
    };
  },
});

/** Exactly the formats that a mail may have. Underline is part of the starter kit. */
export const extensions: Extensions = [
  StarterKit.configure({
    code: false,
    horizontalRule: false,
    link: false,
  }),
  MailLink.configure({
    openOnClick: false,
    defaultProtocol: "https",
    protocols: ["mailto", "tel"],
    isAllowedUri: (address) => linkAddress(address ?? "") !== null,
    HTMLAttributes: { target: null, rel: null, class: null },
  }),
  Variable,
  TextStyle,
  Color,
  BackgroundColor,
  Subscript,
  Superscript,
  Align.configure({ types: ["heading", "paragraph"] }),
  Indent,
  MailImage.configure({ allowBase64: true }),
];
