import { Group, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";
import { isOutsideParis } from "#web/lib/format.ts";
import { focusUndo } from "./focus.ts";

type Props = { title: ReactNode; children?: ReactNode; actions?: ReactNode };

/** A screen's main heading, a sentence about the screen, and its buttons. */
export function ScreenHeader({ title, children, actions }: Props) {
  return (
    <Group justify="space-between" align="flex-end" gap="md" mb="lg">
      <div>
        <Title order={1}>{title}</Title>
        <button type="button" className="undo-stop" onClick={focusUndo}>
          Aller à l’annulation
        </button>
        {children && (
          <Text c="dimmed" mt={4}>
            {children}
          </Text>
        )}
        {isOutsideParis() && (
          <Text size="sm" c="dimmed">
            Dates et heures de Paris
          </Text>
        )}
      </div>
      {actions && <Group gap="xs">{actions}</Group>}
    </Group>
  );
}
