import { Group, Loader, Text } from "@mantine/core";

/** Stands where something is still on its way. */
export function LoadingText({ children = "Chargement…" }: { children?: string }) {
  return (
    <Group role="status" gap="sm" p="xl" justify="center">
      <Loader size="sm" aria-hidden />
      <Text c="dimmed">{children}</Text>
    </Group>
  );
}
