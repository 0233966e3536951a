import { Button, type ButtonProps } from "@mantine/core";
import { useClipboard } from "@mantine/hooks";
import { IconCheck, IconCopy } from "@tabler/icons-react";

type Props = {
  text: string;
  label: string;
  /** What it belongs to, for whoever hears one such button after the other. */
  about?: string;
  copiedLabel: string;
  size?: ButtonProps["size"];
};

/** Says whether it worked, also to a screen reader: a browser without https has no clipboard. */
export function CopyTextButton({ text, label, about, copiedLabel, size = "sm" }: Props) {
  const { copy, copied, error } = useClipboard({ timeout: 15_000 });
  const Icon = copied ? IconCheck : IconCopy;
  const outcome = copied ? copiedLabel : error && "Copie impossible : sélectionnez le texte";
  return (
    <>
      <Button
        variant="default"
        size={size}
        leftSection={<Icon size={16} aria-hidden />}
        onClick={() => copy(text)}
      >
        {outcome ?? label}
        {about && <span className="visually-hidden"> ({about})</span>}
      </Button>
      <span role="status" className="visually-hidden">
        {outcome}
      </span>
    </>
  );
}
