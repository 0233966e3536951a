import { Button, Text } from "@mantine/core";
import { type TemplateVariable, templateVariables } from "#contract/template-variables.ts";
import classes from "./mail-kit.module.css";

const meanings: Record<TemplateVariable, string> = {
  name: "nom ou marque",
  firstName: "prénom",
  email: "adresse email",
  date: "date du jour",
};

/** The variables a text may hold, each a button that inserts it. */
export function VariableHints({ onInsert }: { onInsert: (text: string) => void }) {
  return (
    <div className={classes.variables}>
      <Text size="sm" c="dimmed">
        Variables :
      </Text>
      {templateVariables.map((name) => (
        <Button
          key={name}
          variant="default"
          size="compact-sm"
          fw={400}
          title={`Insérer : ${meanings[name]}`}
          onClick={() => onInsert(`{{${name}}}`)}
        >
          <code>{`{{${name}}}`}</code>&nbsp;{meanings[name]}
        </Button>
      ))}
    </div>
  );
}
