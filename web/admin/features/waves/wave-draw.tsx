import { Text } from "@mantine/core";

/** The seed of a lottery, with which anyone can repeat it. */
export function WaveDraw({ seed }: { seed: string }) {
  return (
    <Text size="sm">
      Tirage <code>{seed}</code> : l’ordre est celui de md5(tirage:identifiant), que chacun peut refaire.
    </Text>
  );
}
