import { Button, Group, Paper, Title } from "@mantine/core";
import type { FirstSteps as Steps } from "#contract/first-steps.schema.ts";
import { ErrorAlert } from "#web/admin/ui/feedback.tsx";
import { useLeaveFirstSteps } from "#web/admin/ui/first-run/use-leave-first-steps.ts";
import { FinishedFirstSteps } from "./finished-first-steps.tsx";
import classes from "./first-run.module.css";
import { FirstStepItem } from "./first-step-item.tsx";

type Props = Pick<Steps, "steps" | "justFinished">;

/** The way from the first sign-in to the first approved sign-up; gone once it is done, or left. */
export function FirstSteps({ steps, justFinished }: Props) {
  const { close, leave, error } = useLeaveFirstSteps();
  if (steps.every(({ done }) => done)) return justFinished && <FinishedFirstSteps onClose={close} />;
  return <FirstStepsPanel steps={steps} error={error} onLeave={leave} />;
}

type PanelProps = { steps: Steps["steps"]; error: unknown; onLeave: () => void };

function FirstStepsPanel({ steps, error, onLeave }: PanelProps) {
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
