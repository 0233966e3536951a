import { ActionIcon, Button, Group, Tooltip } from "@mantine/core";
import { IconCheck, IconX } from "@tabler/icons-react";
import type { SignupSummary } from "#contract/signup.schema.ts";
import { useCurrentAdmin } from "#web/admin/ui/session.api.ts";
import { type SignupRowsProps, spokenName } from "./signup-rows.ts";

type Props = { signup: SignupSummary } & Pick<SignupRowsProps, "onOpen" | "onDecide">;

/** Deciding from the list, without opening: offered only while pending. */
export function RowActions({ signup, onOpen, onDecide }: Props) {
  const name = spokenName(signup);
  const { singleKeys } = useCurrentAdmin().preferences;
  const hint = (label: string, key: string) => (singleKeys ? `${label} (${key})` : label);
  return (
    <Group gap={6} justify="flex-end" wrap="nowrap">
      {signup.status === "pending" && (
        <>
          <Tooltip label={hint("Approuver", "A")}>
            <ActionIcon
              variant="light"
              color="green"
              size="md"
              aria-label={`Approuver ${name}`}
              onClick={() => onDecide(signup, "approved")}
            >
              <IconCheck size={16} aria-hidden />
            </ActionIcon>
          </Tooltip>
          <Tooltip label={hint("Rejeter", "R")}>
            <ActionIcon
              variant="light"
              color="red"
              size="md"
              aria-label={`Rejeter ${name}`}
              onClick={() => onDecide(signup, "rejected")}
            >
              <IconX size={16} aria-hidden />
            </ActionIcon>
          </Tooltip>
        </>
      )}
      <Tooltip label={hint("Détails", "O")} disabled={!singleKeys}>
        <Button
          variant="default"
          size="compact-sm"
          aria-label={`Détails de ${name}`}
          onClick={() => onOpen(signup.id)}
        >
          Détails
        </Button>
      </Tooltip>
    </Group>
  );
}
