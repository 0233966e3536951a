import { Stack } from "@mantine/core";
import { DkimKeys } from "./dkim-keys.tsx";
import { DomainCheckPanel } from "./domain-check-panel.tsx";

/** Whether the receivers' servers will accept what is sent, and the keys that sign it. */
export function DomainTab() {
  return (
    <Stack gap="lg">
      <DomainCheckPanel />
      <DkimKeys />
    </Stack>
  );
}
