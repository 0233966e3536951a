import { Card, Stack, Text, Title } from "@mantine/core";
import { type ReactNode, useId } from "react";

type Props = { title: string; about?: string; children: ReactNode };

/** One subject of the account: heading, a sentence, and what can be done. */
export function AccountSection({ title, about, children }: Props) {
  const id = useId();
  return (
    <Card withBorder component="section" aria-labelledby={id}>
      <Stack>
        <div>
          <Title order={2} id={id}>
            {title}
          </Title>
          {about && <Text c="dimmed">{about}</Text>}
        </div>
        {children}
      </Stack>
    </Card>
  );
}
