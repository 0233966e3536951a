import { Stack, Text } from "@mantine/core";
import { type Icon, IconInbox } from "@tabler/icons-react";
import type { ReactNode } from "react";
import classes from "./empty-state.module.css";

type Props = { icon?: Icon; title: string; children?: ReactNode; action?: ReactNode };

/** Says that there is nothing, and what to do next. */
export function EmptyState({ icon: EmptyIcon = IconInbox, title, children, action }: Props) {
  return (
    <Stack className={classes.root ?? ""} align="center" gap="xs">
      <EmptyIcon size={36} stroke={1.2} aria-hidden />
      <Text className={classes.title ?? ""}>{title}</Text>
      {children && <Text c="dimmed">{children}</Text>}
      {action}
    </Stack>
  );
}
