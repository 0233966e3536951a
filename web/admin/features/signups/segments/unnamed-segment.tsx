import { ActionIcon, Button, Group, Text } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Audience } from "#contract/audience.ts";
import { segmentSentence } from "#contract/segment-sentence.ts";
import { conditionsTextSchema } from "#contract/segments.schema.ts";
import { segmentMessages } from "#contract/segments.ts";
import { listQuestionsQuery } from "../signups.api.ts";
import type { ListFilters, ListParams } from "../signups-address.ts";
import SegmentDialog from "./segment-dialog.tsx";

type Props = {
  audience: Audience;
  filters: ListFilters;
  onChange: (change: Partial<ListParams>) => void;
};

/** Shows the conditions in the address of a list as a sentence, and saves them as a segment. */
export default function UnnamedSegment({ audience, filters, onChange }: Props) {
  const [isNaming, setNaming] = useState(false);
  const questions = useQuery(listQuestionsQuery).data?.items;
  const conditions = conditionsTextSchema.safeParse(filters.conditions).data;
  if (conditions && !questions) return null;
  return (
    <Group gap="xs" mb="xs">
      <Text size="sm">
        {conditions
          ? segmentSentence({ audience, conditions }, questions ?? [])
          : `${segmentMessages.conditions}.`}
      </Text>
      {conditions && filters.segment === "" && (
        <Button variant="default" size="compact-xs" onClick={() => setNaming(true)}>
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
      {conditions && isNaming && (
        <SegmentDialog
          audience={audience}
          segment={null}
          conditions={conditions}
          onClose={() => setNaming(false)}
          onSaved={({ id }) => onChange({ segment: id, conditions: "" })}
        />
      )}
    </Group>
  );
}
