import { TextAlign } from "@tiptap/extension-text-align";

/** How a text that is pasted from Quill's editor says where it stands. */
const classPattern = /(?:^|\s)ql-align-(center|right|justify)(?=\s|$)/;

/** Alignment by style, as everywhere, and by Quill's classes. */
export const Align = TextAlign.extend({
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
                : (classPattern.exec(className)?.[1] ?? null),
            renderHTML: ({ textAlign }) => (textAlign ? { style: `text-align: ${textAlign}` } : {}),
          },
        },
      },
    ];
  },
});
