import "@mantine/core/styles/ColorPicker.css";
import "@mantine/core/styles/ColorSwatch.css";
import "@mantine/core/styles/ColorInput.css";
import { ColorInput, FileButton, Group } from "@mantine/core";
import { IconUpload } from "@tabler/icons-react";
import { useRef, useState } from "react";
import { contrastOf, hexColorPattern, textColorOn, textContrast } from "#contract/color.ts";
import { limits } from "#contract/limits.ts";
import { siteMessages } from "#contract/site.schema.ts";
import { type SiteImage, type SiteImageSlot, siteImageLabels } from "#contract/site.ts";
import { SavingButton } from "#web/admin/ui/buttons.tsx";
import { ErrorAlert } from "#web/admin/ui/feedback.tsx";
import { fieldFailure } from "#web/admin/ui/field-failure.ts";
import { ShownError } from "#web/lib/api.ts";
import { type SiteFormHandle, useRemoveImage, useUploadImage } from "./site.api.ts";
import classes from "./site.module.css";
import type { SiteField } from "./site-fields.ts";

const tooLarge = new ShownError("L’image est trop lourde : 5 Mo au maximum.");
const wrongKind = new ShownError(siteMessages.imageKind);
const kinds = ["image/png", "image/jpeg", "image/webp"];
/** The browser needs too long to reduce larger files. */
const fileBytesMax = 5 * 1024 * 1024;

/** Reduces a picture's longer side to 1,024 px, then halves it until the server's size limit is met. */
async function reduce(file: File): Promise<Blob> {
  if (file.size <= limits.siteImageBytes) return file;
  const picture = await createImageBitmap(file).catch(() => Promise.reject(wrongKind));
  for (let side = 1_024; side >= 128; side /= 2) {
    const scale = Math.min(1, side / Math.max(picture.width, picture.height));
    const canvas = new OffscreenCanvas(picture.width * scale, picture.height * scale);
    canvas.getContext("2d")?.drawImage(picture, 0, 0, canvas.width, canvas.height);
    const reduced = await canvas.convertToBlob({ type: file.type });
    if (reduced.size <= limits.siteImageBytes) return reduced;
  }
  throw tooLarge;
}

type LogoFieldProps = { slot: SiteImageSlot; image: SiteImage | undefined; hint?: string };

/** A logo that replaces a name. It is saved as soon as the admin chooses the file. */
export function LogoField({ slot, image, hint }: LogoFieldProps) {
  const upload = useUploadImage(slot);
  const remove = useRemoveImage(slot);
  const [refused, setRefused] = useState<Error | null>(null);
  const forget = useRef<() => void>(null);
  const chooser = useRef<HTMLButtonElement>(null);
  const choose = (file: File | null) => {
    forget.current?.(); // lets the admin choose the same file again
    upload.reset();
    remove.reset();
    if (!file) return;
    const reason = !kinds.includes(file.type) ? wrongKind : file.size > fileBytesMax ? tooLarge : null;
    setRefused(reason);
    if (!reason) reduce(file).then(upload.mutate, setRefused);
  };
  const label = siteImageLabels[slot];
  return (
    <section className={classes.logo} aria-label={`${label} : logo`}>
      <p className={classes.logoTitle}>{label} : logo</p>
      <div className={classes.preview}>
        {image ? (
          <img src={image.address} alt="Logo actuel" width={image.width} height={image.height} />
        ) : (
          <span>Sans logo, le nom est montré.</span>
        )}
      </div>
      <Group gap="sm">
        <FileButton accept={kinds.join()} resetRef={forget} onChange={choose}>
          {(props) => (
            <SavingButton
              {...props}
              ref={chooser}
              variant="default"
              loading={upload.isPending}
              leftSection={<IconUpload size={16} aria-hidden />}
              aria-label={`${image ? "Remplacer" : "Choisir un logo"} : ${label}`}
            >
              {image ? "Remplacer" : "Choisir un logo"}
            </SavingButton>
          )}
        </FileButton>
        {image && (
          <SavingButton
            variant="subtle"
            color="gray"
            loading={remove.isPending}
            aria-label={`Retirer : ${label}`}
            onClick={() => remove.mutate(undefined, { onSuccess: () => chooser.current?.focus() })}
          >
            Retirer
          </SavingButton>
        )}
      </Group>
      <p className={classes.about}>PNG, JPEG ou WebP, 5 Mo au maximum.{hint && ` ${hint}`}</p>
      <ErrorAlert error={refused ?? fieldFailure(upload.error) ?? remove.error} />
    </section>
  );
}

/** The product's colours and similar ones: button text is readable on each of them. */
const swatches = ["#cd3010", "#9c2610", "#163b42", "#2f5a34", "#3b2f5c", "#1b1714"];

/** A colour field, which describes how texts look on this colour. */
export function ColorField({ form, field }: { form: SiteFormHandle; field: SiteField }) {
  const { path, label, required = false } = field;
  const input = form.getInputProps(path);
  const color = String(input.value).trim().toLowerCase();
  const isColor = hexColorPattern.test(color);
  return (
    <div className={classes.color}>
      <ColorInput
        label={label}
        withAsterisk={required}
        aria-required={required}
        format="hex"
        fixOnBlur={false}
        withEyeDropper={false}
        swatches={swatches}
        autoComplete="off"
        description={isColor ? describeColor(color) : undefined}
        inputWrapperOrder={["label", "input", "description", "error"]}
        {...input}
      />
      {isColor && (
        <span
          aria-hidden
          className={classes.sample}
          style={{ backgroundColor: color, color: textColorOn(color) }}
        >
          Un bouton
        </span>
      )}
    </div>
  );
}

const ratio = new Intl.NumberFormat("fr-FR", { maximumFractionDigits: 1 });

function describeColor(color: string): string {
  const text = textColorOn(color);
  const button = `Texte ${text === "#ffffff" ? "blanc" : "noir"} sur les boutons, contraste ${ratio.format(contrastOf(text, color))}.`;
  return contrastOf(color, "#ffffff") >= textContrast
    ? button
    : `${button} Trop claire pour des liens : ils seront noirs.`;
}
