import { ActionIcon, Button, Group, Tooltip } from "@mantine/core";
import { IconCheck, IconX } from "@tabler/icons-react";
import { useRef } from "react";
import type { Decision, SignupSummary } from "#contract/signup.schema.ts";
import { type SignupRowsProps, spokenName } from "./signup-rows.ts";

type Props = { signup: SignupSummary } & Pick<SignupRowsProps, "busyId" | "onOpen" | "onDecide">;

/** Deciding from the list, without opening: offered only while pending. */
export function RowActions({ signup, busyId, onOpen, onDecide }: Props) {
  const name = spokenName(signup);
  const busy = busyId === signup.id;
  const details = useRef<HTMLButtonElement>(null);
  // The two buttons vanish with the decision: the focus goes where it can stay.
  const decide = (status: Decision["status"]) => {
    details.current?.focus();
    onDecide(signup, status);
  };
  return (
    <Group gap={6} justify="flex-end" wrap="nowrap">
      {signup.status === "pending" && (
        <>
          <Tooltip label="Approuver">
            <ActionIcon
              variant="light"
              color="green"
              size="md"
              aria-label={`Approuver ${name}`}
              loading={busy}
              onClick={() => decide("approved")}
            >
              <IconCheck size={16} aria-hidden />
            </ActionIcon>
          </Tooltip>
          <Tooltip label="Rejeter">
            <ActionIcon
              variant="light"
              color="red"
              size="md"
              aria-label={`Rejeter ${name}`}
              disabled={busy}
              onClick={() => decide("rejected")}
            >
              <IconX size={16} aria-hidden />
            </ActionIcon>
          </Tooltip>
        </>
      )}
      <Button
        ref={details}
        variant="default"
        size="compact-sm"
        aria-label={`Détails de ${name}`}
        onClick={() => onOpen(signup.id)}
      >
        Détails
      </Button>
    </Group>
  );
}
