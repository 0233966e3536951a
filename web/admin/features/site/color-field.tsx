import "@mantine/core/styles/ColorPicker.css";
import "@mantine/core/styles/ColorSwatch.css";
import "@mantine/core/styles/ColorInput.css";
import { ColorInput } from "@mantine/core";
import { contrastOf, hexColorPattern, textColorOn, textContrast } from "#contract/color.ts";
import classes from "./site.module.css";
import type { SiteField } from "./site-fields.ts";
import type { SiteFormHandle } from "./use-site-form.ts";

/** Of the product and around it: each can be read under a button's text. */
const swatches = ["#cd3010", "#9c2610", "#163b42", "#2f5a34", "#3b2f5c", "#1b1714"];

/** A colour, and what texts become with it. */
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
        description={isColor ? toldOf(color) : undefined}
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

function toldOf(color: string): string {
  const text = textColorOn(color);
  const button = `Texte ${text === "#ffffff" ? "blanc" : "noir"} sur les boutons, contraste ${ratio.format(contrastOf(text, color))}.`;
  return contrastOf(color, "#ffffff") >= textContrast
    ? button
    : `${button} Trop claire pour des liens : ils seront noirs.`;
}
