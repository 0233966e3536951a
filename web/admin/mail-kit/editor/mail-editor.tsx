import "@mantine/core/styles/Typography.css";
import "@mantine/tiptap/styles.css";
import { Input } from "@mantine/core";
import { RichTextEditor } from "@mantine/tiptap";
import { useEditor } from "@tiptap/react";
import { useId, useLayoutEffect, useState } from "react";
import { VariableHints } from "#web/admin/mail-kit/variables.tsx";
import classes from "./editor.module.css";
import { extensions } from "./extensions.ts";
import { editorHtml, pastedHtml, pastePictures } from "./incoming.ts";
import { labels } from "./labels.ts";
import { Toolbar } from "./toolbar.tsx";
import { variablesAsText } from "./variable-node.ts";

type Props = {
  /** The initial content; the editor is uncontrolled. */
  initialContent: string;
  onChange: (html: string) => void;
  error?: string | undefined;
};

/**
 * Edits only formats that a mail can show. The layout effect makes React render the editor synchronously: in a concurrent render
 * Tiptap would discard its editor and create another one.
 */
export function MailEditor(props: Props) {
  const [isMounted, setIsMounted] = useState(false);
  useLayoutEffect(() => setIsMounted(true), []);
  return isMounted ? <WholeEditor {...props} /> : null;
}

function WholeEditor({ initialContent, onChange, error }: Props) {
  const labelId = useId();
  const errorId = useId();
  const editor = useEditor({
    extensions,
    content: editorHtml(initialContent),
    injectCSS: false,
    shouldRerenderOnTransaction: true,
    editorProps: {
      transformPastedHTML: pastedHtml,
      handlePaste: (view, { clipboardData }) => pastePictures(view, clipboardData),
      attributes: {
        role: "textbox",
        "aria-multiline": "true",
        "aria-labelledby": labelId,
        "aria-describedby": errorId,
        "aria-required": "true",
        "data-path": "content",
        lang: "fr",
      },
    },
    onUpdate: (update) => onChange(update.editor.isEmpty ? "" : variablesAsText(update.editor.getHTML())),
  });
  return (
    <div>
      <Input.Label id={labelId} labelElement="div" required onClick={() => editor.commands.focus()}>
        Contenu
      </Input.Label>
      <RichTextEditor
        editor={editor}
        labels={labels}
        withCodeHighlightStyles={false}
        className={classes.editor ?? ""}
        data-invalid={error !== undefined || undefined}
      >
        <Toolbar editor={editor} />
        <RichTextEditor.Content className={classes.content ?? ""} />
        <div className={classes.foot}>
          <VariableHints />
        </div>
      </RichTextEditor>
      <Input.Error id={errorId} mt={5}>
        {error}
      </Input.Error>
    </div>
  );
}
