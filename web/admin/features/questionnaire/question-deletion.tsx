import { Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { IconArrowBackUp } from "@tabler/icons-react";
import { useEffect, useMemo, useRef, useState } from "react";
import type { AdminQuestion, QuestionList, RestorableQuestion } from "#contract/questionnaire.schema.ts";
import { SavingButton } from "#web/admin/ui/buttons.tsx";
import { extendedText } from "#web/admin/ui/extended-undo.ts";
import { rowId } from "#web/admin/ui/focus.ts";
import { editButtonId } from "./question-row.tsx";
import classes from "./questionnaire.module.css";
import {
  type QuestionFilter,
  useDeleteQuestion,
  useExtendRestoration,
  useRestoreQuestion,
} from "./questions.api.ts";
import { addButtonId } from "./use-question-editor.ts";

/**
 * Deletes questions after a confirmation, and restores them. The focus moves to the undo button, then to the restored
 * question.
 */
export function useQuestionDeletion(onDeleted: (id: string) => void) {
  const [asked, setAsked] = useState<AdminQuestion | null>(null);
  const [announcement, setAnnouncement] = useState("");
  const remove = useDeleteQuestion();
  const restore = useRestoreQuestion();
  const extension = useExtendRestoration();
  const focus = useFocusWhenDrawn();
  const extended = useRef(new Map<string, number>());

  const confirm = (question: AdminQuestion) =>
    remove.mutate(question.id, {
      onSuccess: () => {
        onDeleted(question.id);
        setAsked(null);
        focus(undoButtonId(question.id));
        setAnnouncement(`Question supprimée. Vous pouvez annuler pendant 30 secondes.`);
      },
    });
  return {
    asked,
    remove,
    restore,
    extension,
    announcement,
    extend: ({ id, question }: DeletedEntry) =>
      extension.mutate(id, {
        onSuccess: () => {
          const times = (extended.current.get(id) ?? 0) + 1;
          extended.current.set(id, times);
          setAnnouncement(`${extendedText(times)} : ${question}`);
        },
      }),
    confirm,
    start: setAsked,
    cancel() {
      remove.reset();
      setAsked(null);
    },
    takeBack: ({ id }: DeletedEntry, beside: AdminQuestion | undefined) =>
      restore.mutate(id, {
        onSuccess: ({ question, lostCondition }) => {
          focus(editButtonId(id));
          setAnnouncement(lostCondition ? "" : "Question rétablie, à sa place et avec ses réponses.");
          if (lostCondition) notifications.show({ message: lostConditionText(question), autoClose: false });
        },
        onError: () => focus(beside ? rowId(beside.id) : addButtonId, { insteadOf: undoButtonId(id) }),
      }),
    /** Moves the focus to the question beside the notice when the focused notice disappears. */
    leave({ id }: DeletedEntry, beside: AdminQuestion | undefined) {
      if (document.activeElement?.id !== undoButtonId(id)) return;
      setAnnouncement("La suppression ne peut plus être annulée.");
      focus(beside ? rowId(beside.id) : addButtonId);
    },
  };
}

const lostConditionText = (question: string) =>
  `« ${question} » est rétablie avec ses réponses, mais désactivée et sans sa condition, qui ne convient plus.`;

type Wanted = { id: string; insteadOf?: string };

/** Focuses an element once it is rendered. With `insteadOf`, waits until that element, which had the focus, is removed. */
function useFocusWhenDrawn(): (id: string, options?: Omit<Wanted, "id">) => void {
  const [, redraw] = useState(0);
  const wanted = useRef<Wanted | null>(null);
  useEffect(() => {
    if (!wanted.current) return;
    const { id, insteadOf } = wanted.current;
    const element = document.getElementById(id);
    if (!element || (insteadOf && document.getElementById(insteadOf))) return;
    wanted.current = null;
    element.focus();
  });
  return (id, options) => {
    wanted.current = { id, ...options };
    redraw((count) => count + 1);
  };
}

/** The deleted questions among those that the filter shows. @param readAt when the list was read */
export function useDeletedQuestions(
  list: QuestionList | undefined,
  readAt: number,
  filter: QuestionFilter,
): { shown: DeletedEntry[]; forget: (deleted: DeletedEntry) => void } {
  /** The times that ended, by id. A later time comes from an extension that was answered late. */
  const [over, setOver] = useState<Record<string, number>>({});
  const shown = useMemo(() => {
    const entries = (list?.restorable ?? [])
      .map(({ remainingMs, ...entry }) => ({ ...entry, until: readAt + remainingMs }))
      .filter(
        ({ id, targetType, until }) => until > (over[id] ?? 0) && (filter === "all" || targetType === filter),
      );
    return entries;
  }, [list, readAt, filter, over]);
  return { shown, forget: ({ id, until }) => setOver((ended) => ({ ...ended, [id]: until })) };
}

/** A deleted question that can be restored. `until` is a time of this browser's clock. */
export type DeletedEntry = Omit<RestorableQuestion, "remainingMs"> & { until: number };

function undoButtonId(id: string): string {
  return `question-${id}-undo`;
}

type Props = {
  deleted: DeletedEntry;
  pending: boolean;
  onRestore: () => void;
  isExtending: boolean;
  onExtend: () => void;
  /** Called when the time to undo the deletion is over. */
  onOver: () => void;
};

/** Replaces a deleted question in the list while the deletion can be undone. */
export function DeletedQuestion({ deleted, pending, onRestore, isExtending, onExtend, onOver }: Props) {
  const seconds = useSecondsUntil(deleted.until);
  const isOver = seconds === 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: called once, when the time is over.
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
        data-undo
        variant="default"
        leftSection={<IconArrowBackUp size={18} aria-hidden />}
        loading={pending}
        aria-label={`Annuler la suppression : ${deleted.question}`}
        onClick={onRestore}
      >
        <span className="tabular">Annuler ({seconds} s)</span>
      </SavingButton>
      <SavingButton variant="subtle" loading={isExtending} onClick={onExtend}>
        Prolonger<span className="visually-hidden"> le délai pour annuler : {deleted.question}</span>
      </SavingButton>
    </li>
  );
}

/** Counts down the seconds until a time; 0 afterwards. */
function useSecondsUntil(until: number): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 250);
    return () => clearInterval(timer);
  }, []);
  return Math.max(0, Math.ceil((until - now) / 1_000));
}
