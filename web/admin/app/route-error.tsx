import { Button, Stack, Text, Title } from "@mantine/core";
import { IconArrowLeft } from "@tabler/icons-react";

/** Shows an unhandled error; a full page load also fetches the chunks of a newer version. */
export function RouteError() {
  return (
    <Stack align="flex-start" maw="36rem" mx="auto" p="xl" pt="15vh">
      <Title order={1}>Unexpected Application Error!</Title>
      <Text>
        Cette page n’a pas pu s’afficher. Rien n’a été perdu : rechargez-la, ou revenez au tableau de bord.
      </Text>
      <Button component="a" href="/admin/dashboard" leftSection={<IconArrowLeft size={18} aria-hidden />}>
        Revenir au tableau de bord
      </Button>
    </Stack>
  );
}
