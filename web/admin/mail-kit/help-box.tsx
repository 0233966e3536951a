import { Paper, Text } from "@mantine/core";
import { IconHelpCircle } from "@tabler/icons-react";
import { type ReactNode, useId } from "react";
import classes from "./mail-kit.module.css";

/** Explains the requirements of a form beside it. */
export function HelpBox({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <Paper component="aside" withBorder className={classes.help ?? ""} aria-labelledby={id}>
      <Text component="h2" id={id} className={classes.helpTitle ?? ""}>
        <IconHelpCircle size={20} stroke={1.6} aria-hidden />
        {title}
      </Text>
      {children}
    </Paper>
  );
}
