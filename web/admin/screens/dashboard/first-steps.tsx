import { Alert, Button, Group, Paper, Title } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { IconConfetti } from "@tabler/icons-react";
import type { FirstSteps as Steps } from "#contract/first-steps.schema.ts";
import { ErrorAlert } from "#web/admin/ui/error-alert.tsx";
import { useChangePreferences } from "#web/admin/ui/preferences.api.ts";
import { focusHeading } from "#web/admin/ui/use-route-announcement.ts";
import classes from "./first-run.module.css";
import { FirstStepItem } from "./first-step-item.tsx";

type Props = Pick<Steps, "steps" | "justFinished">;

/** The way from the first sign-in to the first approved sign-up; gone once it is done, or left. */
export function FirstSteps({ steps, justFinished }: Props) {
  const preferences = useChangePreferences();
  const leave = () => {
    focusHeading();
    preferences.mutate({ firstStepsLeft: true });
  };
  if (steps.every(({ done }) => done)) return justFinished && <Finished onClose={leave} />;
  return (
    <FirstStepsLine
      steps={steps}
      error={preferences.error}
      onLeave={() => {
        leave();
        notifications.show({ message: "Vous pouvez reprendre les premiers pas depuis « Aide »." });
      }}
    />
  );
}

type LineProps = { steps: Steps["steps"]; error: unknown; onLeave: () => void };

function FirstStepsLine({ steps, error, onLeave }: LineProps) {
  const next = steps.findIndex(({ done }) => !done);
  const count = steps.filter(({ done }) => done).length;
  return (
    <Paper component="section" withBorder className={classes.panel ?? ""} aria-labelledby="first-steps">
      <Group justify="space-between" align="flex-start">
        <div>
          <Title order={2} size="h3" id="first-steps">
            Premiers pas
          </Title>
          <p className={classes.about}>
            {count} sur {steps.length} : de la première connexion à votre première inscription approuvée.
          </p>
        </div>
        <Button variant="subtle" size="xs" onClick={onLeave}>
          Quitter les premiers pas
        </Button>
      </Group>
      <ErrorAlert error={error} />
      <ol className={classes.steps}>
        {steps.map(({ key, done }, index) => (
          <FirstStepItem key={key} step={key} number={index + 1} done={done} isNext={index === next} />
        ))}
      </ol>
    </Paper>
  );
}

function Finished({ onClose }: { onClose: () => void }) {
  return (
    <Alert
      role="status"
      color="green"
      icon={<IconConfetti aria-hidden />}
      withCloseButton
      closeButtonLabel="Fermer"
      onClose={onClose}
    >
      Premiers pas faits : votre première inscription est approuvée, tout est en place.
    </Alert>
  );
}
