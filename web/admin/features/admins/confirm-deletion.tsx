import { Button, Group, Text } from "@mantine/core";
import { useEffect, useRef } from "react";

type Props = { email: string; onConfirm: () => void; onCancel: () => void };

/** The question in the row itself. The harmless answer has the focus, and Escape gives it. */
export function ConfirmDeletion({ email, onConfirm, onCancel }: Props) {
  const no = useRef<HTMLButtonElement>(null);
  useEffect(() => no.current?.focus(), []);
  return (
    <Group
      component="fieldset"
      gap="xs"
      bd={0}
      m={0}
      p={0}
      aria-label={`Supprimer ${email} ?`}
      onKeyDown={(event) => {
        if (event.key === "Escape") onCancel();
      }}
    >
      <Text size="sm">Confirmer ?</Text>
      <Button size="xs" color="red" onClick={onConfirm}>
        Oui
      </Button>
      <Button ref={no} size="xs" variant="default" onClick={onCancel}>
        Non
      </Button>
    </Group>
  );
}
