import { Alert } from "@mantine/core";
import { IconInfoCircle } from "@tabler/icons-react";
import classes from "./questionnaire.module.css";

/** Says in figures, while a question is being changed, what becomes of the answers to it. Each new sentence is read out once. */
export function AnswerEffectsBox({ effects }: { effects: readonly string[] }) {
  return (
    <div role="status" aria-atomic="false">
      {effects.length > 0 && (
        <Alert
          role="group"
          mt="md"
          color="yellow"
          variant="light"
          icon={<IconInfoCircle aria-hidden />}
          title="Réponses déjà données"
        >
          <ul className={classes.effects}>
            {effects.map((effect) => (
              <li key={effect}>{effect}</li>
            ))}
          </ul>
        </Alert>
      )}
    </div>
  );
}
