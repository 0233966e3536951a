import { Text } from "@mantine/core";

/** Explains the star of required fields. Placed before the first field of a form. */
export function RequiredNote() {
  return (
    <Text size="sm" c="dimmed">
      Les champs marqués d’un astérisque (*) sont obligatoires.
    </Text>
  );
}
