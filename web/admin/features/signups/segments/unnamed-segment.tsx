import { ActionIcon, Button, Group, Text } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { flushSync } from "react-dom";
import type { Audience } from "#contract/audience.ts";
import { segmentSentence } from "#contract/segment-sentence.ts";
import { conditionsTextSchema } from "#contract/segments.schema.ts";
import { segmentMessages } from "#contract/segments.ts";
import { questionsQuery } from "#web/admin/ui/questions.api.ts";
import type { ListFilters, ListParams } from "../signups-address.ts";
import SegmentDialog from "./segment-dialog.tsx";

type Props = {
  audience: Audience;
  filters: ListFilters;
  onChange: (change: Partial<ListParams>) => void;
};

/** Shows the conditions in the address of a list as a sentence, edits them and saves them as a segment. */
export default function UnnamedSegment({ audience, filters, onChange }: Props) {
  const [opened, setOpened] = useState<"changing" | "naming" | null>(null);
  const questions = useQuery(questionsQuery).data?.items;
  const conditions = conditionsTextSchema.safeParse(filters.conditions).data;
  if (conditions && !questions) return null;
  /** Closes the form first, whose guard would stop the change of the address. */
  const finish = (change: Partial<ListParams>) => {
    flushSync(() => setOpened(null));
    onChange(change);
  };
  return (
    <Group gap="xs" mb="xs">
      <Text size="sm">
        {conditions
          ? segmentSentence({ audience, conditions }, questions ?? [])
          : `${segmentMessages.conditions}.`}
      </Text>
      {conditions && (
        <Button variant="default" size="compact-xs" onClick={() => setOpened("changing")}>
          Modifier les conditions
        </Button>
      )}
      {conditions && filters.segment === "" && (
        <Button variant="default" size="compact-xs" onClick={() => setOpened("naming")}>
          Enregistrer comme segment
        </Button>
      )}
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label="Retirer les conditions"
        onClick={() => onChange({ conditions: "" })}
      >
        <IconX size={16} aria-hidden />
      </ActionIcon>
      {conditions && opened && (
        <SegmentDialog
          audience={audience}
          segment={null}
          conditions={conditions}
          onClose={() => setOpened(null)}
          onSaved={({ id }) => finish({ segment: id, conditions: "" })}
          onApply={
            opened === "changing" ? (changed) => finish({ conditions: JSON.stringify(changed) }) : undefined
          }
        />
      )}
    </Group>
  );
}
