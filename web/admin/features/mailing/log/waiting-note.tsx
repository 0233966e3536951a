import { Alert, List } from "@mantine/core";
import { IconHourglass } from "@tabler/icons-react";
import { useEagerQuery } from "#web/admin/ui/use-eager-query.ts";
import { waitingMailQuery } from "./log.api.ts";
import { waitingSentences } from "./waiting-texts.ts";

/** Above the log: how many messages wait for a ceiling, and until when. Nothing while all of them may leave. */
export function WaitingNote() {
  const { data } = useEagerQuery(waitingMailQuery);
  const sentences = data?.items.flatMap(waitingSentences) ?? [];
  if (sentences.length === 0) return null;
  return (
    <Alert color="yellow" variant="light" icon={<IconHourglass aria-hidden />} title="Des e-mails attendent">
      <List size="sm" spacing={4}>
        {sentences.map((sentence) => (
          <List.Item key={sentence}>{sentence}</List.Item>
        ))}
      </List>
    </Alert>
  );
}
