import { Button, Divider, FileInput, Group, Stack, Text, TextInput } from "@mantine/core";
import { RichTextEditor } from "@mantine/tiptap";
import { IconPhoto, IconUpload } from "@tabler/icons-react";
import type { Editor } from "@tiptap/react";
import { type FormEvent, useState } from "react";
import { AdminDialog } from "#web/admin/ui/admin-dialog.tsx";
import { focusRefusedField } from "#web/admin/ui/focus.ts";
import { isWebAddress } from "./addresses.ts";

export function ImageControl({ editor }: { editor: Editor }) {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <RichTextEditor.Control aria-label="Image" title="Image" onClick={() => setOpen(true)}>
        <IconPhoto size={16} stroke={1.6} aria-hidden />
      </RichTextEditor.Control>
      {open && <ImageDialog editor={editor} onDone={close} onClose={close} />}
    </>
  );
}

type DialogProps = { editor: Editor; onDone: () => void; onClose: () => void };

/** A file of this computer, which travels inside the mail, or the address of a picture on the web. */
function ImageDialog({ editor, onDone, onClose }: DialogProps) {
  const [file, setFile] = useState<File | null>(null);
  const [address, setAddress] = useState("");
  const [alt, setAlt] = useState("");
  const [problem, setProblem] = useState<string | null>(null);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    event.stopPropagation(); // The dialog's form is, for React, inside the mail's.
    const form = event.currentTarget;
    const picture = file ? await readPicture(file) : webPicture(address);
    if ("problem" in picture) {
      setProblem(picture.problem);
      return focusRefusedField(form);
    }
    onDone();
    editor.chain().focus().setImage({ src: picture.src, alt: alt.trim() }).run();
  };
  return (
    <AdminDialog title="Image" size="md" open onClose={onClose}>
      <form onSubmit={(event) => void submit(event)} noValidate>
        <Stack>
          <Text>
            Une image de cet appareil voyage dans l’e-mail ; une image du web est chargée depuis son adresse.
          </Text>
          <FileInput
            label="Fichier"
            placeholder="Choisir une image (1 Mo au plus)"
            leftSection={<IconUpload size={16} aria-hidden />}
            accept={acceptedPictures}
            clearable
            clearButtonProps={{ "aria-label": "Retirer le fichier" }}
            value={file}
            error={file && problem}
            onChange={(next) => {
              setFile(next);
              setProblem(null);
            }}
          />
          <Divider label="ou" />
          <TextInput
            label="Adresse de l’image"
            placeholder="https://exemple.fr/image.jpg"
            disabled={file !== null}
            value={address}
            error={!file && problem}
            onChange={({ currentTarget }) => {
              setAddress(currentTarget.value);
              setProblem(null);
            }}
          />
          <TextInput
            label="Texte de remplacement"
            description="Lu à la place de l’image ; vide si elle ne fait que décorer."
            value={alt}
            onChange={({ currentTarget }) => setAlt(currentTarget.value)}
          />
          <Group justify="flex-end">
            <Button type="submit">Insérer l’image</Button>
          </Group>
        </Stack>
      </form>
    </AdminDialog>
  );
}

function webPicture(address: string): { src: string } | { problem: string } {
  const src = address.trim();
  return isWebAddress(src)
    ? { src }
    : { problem: "Choisissez un fichier, ou indiquez une adresse en http:// ou https://" };
}

/** Kinds that mail clients show and the server lets through. */
const kinds = ["image/png", "image/jpeg", "image/gif", "image/webp"];
const acceptedPictures = kinds.join(",");

const largest = 1024 * 1024;

/** A picture file as a data: address, at most 1 MB of it. */
async function readPicture(file: File): Promise<{ src: string } | { problem: string }> {
  if (!kinds.includes(file.type)) return { problem: "Choisissez une image PNG, JPEG, GIF ou WebP" };
  if (file.size > largest) return { problem: "L’image est trop volumineuse : 1 Mo au plus" };
  try {
    return { src: await dataAddress(file) };
  } catch {
    return { problem: "Le fichier n’a pas pu être lu" };
  }
}

function dataAddress(file: File): Promise<string> {
  return new Promise((done, fail) => {
    const reader = new FileReader();
    reader.onload = () => done(String(reader.result));
    reader.onerror = () => fail(reader.error);
    reader.readAsDataURL(file);
  });
}
