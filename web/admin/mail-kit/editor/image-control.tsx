import { Divider, FileInput, Group, Input, SegmentedControl, Stack, Text, TextInput } from "@mantine/core";
import { RichTextEditor } from "@mantine/tiptap";
import { IconPhoto, IconUpload } from "@tabler/icons-react";
import type { Editor } from "@tiptap/react";
import { type FormEvent, useState } from "react";
import { limits } from "#contract/limits.ts";
import { AdminDialog } from "#web/admin/ui/admin-dialog.tsx";
import { SavingButton } from "#web/admin/ui/buttons.tsx";
import { focusRefusedField } from "#web/admin/ui/focus.ts";
import { useLeft } from "#web/admin/ui/use-left.ts";
import { isWebAddress } from "./addresses.ts";
import {
  acceptedPictures,
  pictureSizes,
  type ReadPicture,
  readPicture,
  widthOfWebPicture,
} from "./pictures.ts";

export function ImageControl({ editor }: { editor: Editor }) {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <RichTextEditor.Control
        aria-label="Image"
        title="Image"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <IconPhoto size={16} stroke={1.6} aria-hidden />
      </RichTextEditor.Control>
      {open && <ImageDialog editor={editor} onDone={close} onClose={close} />}
    </>
  );
}

type DialogProps = { editor: Editor; onDone: () => void; onClose: () => void };

/** Asks for a local file, which the mail embeds, or for the web address of a picture. */
function ImageDialog({ editor, onDone, onClose }: DialogProps) {
  const [file, setFile] = useState<File | null>(null);
  const [address, setAddress] = useState("");
  const [alt, setAlt] = useState("");
  const [size, setSize] = useState(String(limits.mailPictureWidth));
  const [problem, setProblem] = useState<string | null>(null);
  const [reading, setReading] = useState(false);
  const left = useLeft();

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    event.stopPropagation(); // The mail's form contains this dialog in React's tree.
    const form = event.currentTarget;
    setReading(true);
    const picture = file ? await readPicture(file) : await webPicture(address);
    if (left.current) return;
    setReading(false);
    if ("problem" in picture) {
      setProblem(picture.problem);
      return focusRefusedField(form);
    }
    onDone();
    editor
      .chain()
      .focus()
      .setImage({ src: picture.src, alt: alt.trim(), ...shownWidth(size, picture.width) })
      .run();
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
          <Input.Wrapper label="Taille" labelElement="div">
            <SegmentedControl
              aria-label="Taille"
              fullWidth
              data={pictureSizes}
              value={size}
              onChange={setSize}
            />
          </Input.Wrapper>
          <Group justify="flex-end">
            <SavingButton type="submit" loading={reading}>
              Insérer l’image
            </SavingButton>
          </Group>
        </Stack>
      </form>
    </AdminDialog>
  );
}

async function webPicture(address: string): Promise<ReadPicture> {
  const src = address.trim();
  return isWebAddress(src)
    ? { src, width: await widthOfWebPicture(src) }
    : { problem: "Choisissez un fichier, ou indiquez une adresse en http:// ou https://" };
}

/** The chosen width, or the picture's own width if smaller. No width for a full-width picture whose own width is unknown. */
function shownWidth(size: string, natural: number | null): { width?: number } {
  const chosen = Number(size);
  if (natural === null && chosen === limits.mailPictureWidth) return {};
  return { width: Math.min(chosen, natural ?? chosen) };
}
