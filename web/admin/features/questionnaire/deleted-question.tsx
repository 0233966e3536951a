import { Text } from "@mantine/core";
import { IconArrowBackUp } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import type { RestorableQuestion } from "#contract/questionnaire.schema.ts";
import { SavingButton } from "#web/admin/ui/buttons.tsx";
import classes from "./questionnaire.module.css";

/** A question that can still be taken back, until a moment of this browser's clock. */
export type DeletedEntry = Omit<RestorableQuestion, "remainingMs"> & { until: number };

export function undoButtonId(id: string): string {
  return `question-${id}-undo`;
}

type Props = {
  deleted: DeletedEntry;
  pending: boolean;
  onRestore: () => void;
  /** The time to take it back is over. */
  onOver: () => void;
};

/** Takes the place of a deleted question while the deletion can be undone. */
export function DeletedQuestion({ deleted, pending, onRestore, onOver }: Props) {
  const seconds = useSecondsUntil(deleted.until);
  const isOver = seconds === 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: said once, when the time is over.
  useEffect(() => {
    if (isOver) onOver();
  }, [isOver]);
  return (
    <li className={classes.deleted}>
      <div className={classes.facts}>
        <Text fw={600}>Question supprimée.</Text>
        <Text size="sm" c="dimmed">
          « {deleted.question} »
        </Text>
      </div>
      <SavingButton
        id={undoButtonId(deleted.id)}
        variant="default"
        leftSection={<IconArrowBackUp size={18} aria-hidden />}
        loading={pending}
        aria-label={`Annuler la suppression : ${deleted.question}`}
        onClick={onRestore}
      >
        <span className="tabular">Annuler ({seconds} s)</span>
      </SavingButton>
    </li>
  );
}

/** Counted down second by second; 0 when the moment has come. */
function useSecondsUntil(until: number): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 250);
    return () => clearInterval(timer);
  }, []);
  return Math.max(0, Math.ceil((until - now) / 1_000));
}
