import { Alert, Group, Text, TextInput } from "@mantine/core";
import { type ReactNode, useEffect, useRef } from "react";
import { CopyTextButton } from "./buttons.tsx";

type Props = {
  title: string;
  icon: ReactNode;
  noun: "lien" | "jeton" | "secret";
  value: string;
  /** Instructions for the shown value. */
  children: ReactNode;
  onClose: () => void;
};

/** Shows a value to copy that the server cannot show again. Its field takes the focus. */
export function ShownOnce({ title, icon, noun, value, children, onClose }: Props) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const name = `${noun.charAt(0).toUpperCase()}${noun.slice(1)}`;
  return (
    <Alert
      color="blue"
      variant="light"
      title={title}
      icon={icon}
      withCloseButton
      closeButtonLabel="Fermer"
      onClose={onClose}
    >
      <Text size="sm" mb="sm">
        {children}
      </Text>
      <Group align="flex-end" gap="xs">
        <TextInput
          ref={field}
          label={`${name} à copier`}
          readOnly
          flex={1}
          miw={200}
          value={value}
          onFocus={(event) => event.currentTarget.select()}
        />
        <CopyTextButton text={value} label={`Copier le ${noun}`} copiedLabel={`${name} copié`} />
      </Group>
    </Alert>
  );
}
