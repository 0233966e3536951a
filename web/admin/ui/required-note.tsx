import { Text } from "@mantine/core";

/** Before the first field of a form whose required fields have a star. */
export function RequiredNote() {
  return (
    <Text size="sm" c="dimmed">
      Les champs marqués d’un astérisque (*) sont obligatoires.
    </Text>
  );
}
