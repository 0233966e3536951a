import { Button, Text, TextInput } from "@mantine/core";
import { RichTextEditor } from "@mantine/tiptap";
import { IconLink } from "@tabler/icons-react";
import type { Editor } from "@tiptap/react";
import { type FormEvent, useState } from "react";
import { linkAddress } from "#contract/link-address.ts";
import { AdminDialog } from "#web/admin/ui/admin-dialog.tsx";
import { English } from "#web/admin/ui/english.tsx";
import { focusRefusedField } from "#web/admin/ui/focus.ts";

/** Asks for the address, and proposes the selected text if it is an e-mail address. */
export function LinkControl({ editor }: { editor: Editor }) {
  const [proposed, setProposed] = useState<string | null>(null);
  const close = () => setProposed(null);
  return (
    <>
      <RichTextEditor.Control
        aria-label="Lien"
        title="Lien"
        aria-haspopup="dialog"
        active={editor.isActive("link")}
        onClick={() => setProposed(proposal(editor))}
      >
        <IconLink size={16} stroke={1.6} aria-hidden />
      </RichTextEditor.Control>
      {proposed !== null && <LinkDialog editor={editor} proposed={proposed} onDone={close} onClose={close} />}
    </>
  );
}

function LinkDialog({
  editor,
  proposed,
  onDone,
  onClose,
}: {
  editor: Editor;
  proposed: string;
  onDone: () => void;
  onClose: () => void;
}) {
  const [typed, setTyped] = useState(proposed);
  const [refused, setRefused] = useState(false);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    event.stopPropagation(); // The mail's form contains this dialog in React's tree.
    const href = linkAddress(typed);
    if (href === null) {
      setRefused(true);
      return focusRefusedField(event.currentTarget);
    }
    onDone();
    setLink(editor, href, typed.trim());
  };
  return (
    <AdminDialog title="Lien" size="md" open onClose={onClose}>
      <form onSubmit={submit} noValidate>
        <Text mb="sm">
          Le texte choisi mènera à cette adresse ; sans choix, l’adresse elle-même est écrite.
        </Text>
        <TextInput
          label={<English>Enter link URL:</English>}
          description="Adresse du lien : une page, une adresse e-mail ou un numéro (tel:…)."
          data-autofocus
          aria-required
          value={typed}
          error={refused && "Indiquez une adresse web (https://…) ou une adresse e-mail"}
          onChange={({ currentTarget }) => {
            setTyped(currentTarget.value);
            setRefused(false);
          }}
        />
        <Button type="submit" mt="md">
          Insérer le lien
        </Button>
      </form>
    </AdminDialog>
  );
}

function proposal(editor: Editor): string {
  const href: unknown = editor.getAttributes("link").href;
  if (typeof href === "string") return href;
  const { from, to } = editor.state.selection;
  const selected = editor.state.doc.textBetween(from, to, " ").trim();
  return linkAddress(selected) === null ? "" : selected;
}

/** Links the selection, or changes the link at the cursor. Without both, inserts the address as a link. */
function setLink(editor: Editor, href: string, text: string): void {
  const chain = editor.chain().focus();
  if (!editor.state.selection.empty || editor.isActive("link")) {
    chain.extendMarkRange("link").setLink({ href }).run();
    return;
  }
  chain.insertContent({ type: "text", text, marks: [{ type: "link", attrs: { href } }] }).run();
}
