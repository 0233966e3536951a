import type { Extensions } from "@tiptap/core";
import { Image } from "@tiptap/extension-image";
import { Subscript } from "@tiptap/extension-subscript";
import { Superscript } from "@tiptap/extension-superscript";
import { BackgroundColor, Color, TextStyle } from "@tiptap/extension-text-style";
import { StarterKit } from "@tiptap/starter-kit";
import { pictureAddress } from "./addresses.ts";
import { Align } from "./align.ts";
import { Indent } from "./indent.ts";

/** Sources other than http, https and data: pictures are replaced wherever they come from, a pasted page too. */
const MailImage = Image.extend({
  addAttributes() {
    return {
      ...this.parent?.(),
      // A picture that nobody described decorates: without the attribute its address would be read out.
      alt: { default: "" },
      src: {
        default: null,
        parseHTML: (element) => pictureAddress(element.getAttribute("src") ?? ""),
        renderHTML: ({ src }) => ({ src: pictureAddress(String(src ?? "")) }),
      },
    };
  },
});

/** Exactly the formats that a mail may have; links and underline come with the kit. */
export const extensions: Extensions = [
  StarterKit.configure({
    code: false,
    horizontalRule: false,
    link: {
      openOnClick: false,
      defaultProtocol: "https",
      protocols: ["mailto"],
      HTMLAttributes: { target: null, rel: null, class: null },
    },
  }),
  TextStyle,
  Color,
  BackgroundColor,
  Subscript,
  Superscript,
  Align.configure({ types: ["heading", "paragraph"] }),
  Indent,
  MailImage.configure({ allowBase64: true }),
];
