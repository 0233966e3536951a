import { Button, Popover } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { RichTextEditor } from "@mantine/tiptap";
import type { Icon } from "@tabler/icons-react";
import classes from "./editor.module.css";

/** Colours that stay readable in every mail client, by the name that screen readers announce. */
const palette = [
  ["#1b1714", "Encre"],
  ["#6b6158", "Gris"],
  ["#ffffff", "Blanc"],
  ["#cd3010", "Vermillon"],
  ["#b32038", "Rouge"],
  ["#c98f28", "Ocre"],
  ["#fff3bf", "Jaune pâle"],
  ["#3f6d31", "Vert"],
  ["#dfebd8", "Vert pâle"],
  ["#163b42", "Pétrole"],
  ["#d6e8eb", "Bleu pâle"],
  ["#f6dde0", "Rose pâle"],
] as const;

type Props = {
  label: string;
  icon: Icon;
  value: string | undefined;
  onChange: (color: string) => void;
  onClear: () => void;
};

export function ColorControl({ label, icon: ControlIcon, value, onChange, onClear }: Props) {
  const [open, popover] = useDisclosure(false);
  return (
    <Popover
      opened={open}
      onChange={(next) => !next && popover.close()}
      trapFocus
      returnFocus
      withinPortal={false}
    >
      <Popover.Target>
        <RichTextEditor.Control
          aria-label={label}
          title={label}
          aria-haspopup="dialog"
          aria-expanded={open}
          onClick={popover.toggle}
        >
          <span className={classes.colorIcon} style={{ borderBottomColor: value ?? "currentColor" }}>
            <ControlIcon size={14} stroke={1.8} aria-hidden />
          </span>
        </RichTextEditor.Control>
      </Popover.Target>
      <Popover.Dropdown aria-label={label} p="xs">
        <div className={classes.palette}>
          {palette.map(([color, name]) => (
            <button
              key={color}
              type="button"
              className={classes.swatch}
              style={{ backgroundColor: color }}
              aria-label={name}
              aria-pressed={value === color}
              title={name}
              onClick={() => {
                popover.close();
                onChange(color);
              }}
            />
          ))}
        </div>
        <Button
          variant="default"
          size="compact-xs"
          fullWidth
          mt="xs"
          onClick={() => {
            popover.close();
            onClear();
          }}
        >
          Sans couleur
        </Button>
      </Popover.Dropdown>
    </Popover>
  );
}
