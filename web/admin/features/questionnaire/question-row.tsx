import { Switch } from "@mantine/core";
import {
  type Icon,
  IconArrowDown,
  IconArrowUp,
  IconCopy,
  IconGripVertical,
  IconPencil,
  IconTrash,
} from "@tabler/icons-react";
import { type CSSProperties, useState } from "react";
import type { AdminQuestion } from "#contract/questionnaire.schema.ts";
import type { MoveDirection } from "#contract/questionnaire.ts";
import { questionTypes } from "#contract/questions/registry.ts";
import { rowId } from "#web/admin/ui/focus.ts";
import { Pill, RowButton } from "#web/admin/ui/row-parts.tsx";
import classes from "./questionnaire.module.css";
import { formatAnswers, targetTypeLabels, useToggleQuestion } from "./questions.api.ts";
import { moveButtonId, moveKeys, moveOfKey, type useDragOrder } from "./use-question-moves.ts";

export type RowActions = {
  onToggle: (question: AdminQuestion, active: boolean) => void;
  onMove: (question: AdminQuestion, direction: MoveDirection) => void;
  onEdit: (question: AdminQuestion) => void;
  onDelete: (question: AdminQuestion) => void;
  onDuplicate: (question: AdminQuestion) => void;
};

type EditButtonIdProps = RowActions & {
  question: AdminQuestion;
  /** The condition for asking the question, in words; null when it is always asked. */
  condition: string | null;
  /** True when the page's address contains the id of this question. */
  isNamed: boolean;
  isFirst: boolean;
  isLast: boolean;
  /** The optimistic state of the switch. */
  active: boolean;
  grip: ReturnType<ReturnType<typeof useDragOrder>["grip"]>;
  dragged: boolean;
  style: CSSProperties | undefined;
};

export function editButtonId(id: string): string {
  return `question-${id}-edit`;
}

export function QuestionRow({
  question,
  condition,
  isNamed,
  isFirst,
  isLast,
  active,
  grip,
  dragged,
  style,
  ...actions
}: EditButtonIdProps) {
  const { id, orderPosition } = question;
  return (
    <li
      id={rowId(id)}
      tabIndex={-1}
      className={classes.row}
      data-inactive={!active}
      data-named={isNamed || undefined}
      data-entry
      data-dragged={dragged || undefined}
      style={style}
      onKeyDown={(event) => {
        const direction = moveOfKey(event);
        if (!direction) return;
        event.preventDefault();
        if (!(direction === "up" ? isFirst : isLast)) actions.onMove(question, direction);
      }}
    >
      <span className={classes.place} aria-hidden>
        <DragHandle grip={grip} />
        <span className={classes.position}>{orderPosition}</span>
      </span>
      <QuestionFacts question={question} condition={condition} active={active} />
      <div className={classes.actions}>
        <Switch
          label="Active"
          aria-label={`Active : ${question.question}`}
          checked={active}
          onChange={(event) => actions.onToggle(question, event.currentTarget.checked)}
        />
        <Action
          id={moveButtonId(id, "up")}
          label="Monter"
          keys={moveKeys.up}
          subject={question.question}
          icon={IconArrowUp}
          disabled={isFirst}
          onClick={() => actions.onMove(question, "up")}
        />
        <Action
          id={moveButtonId(id, "down")}
          label="Descendre"
          keys={moveKeys.down}
          subject={question.question}
          icon={IconArrowDown}
          disabled={isLast}
          onClick={() => actions.onMove(question, "down")}
        />
        <Action
          id={editButtonId(id)}
          label="Modifier"
          subject={question.question}
          icon={IconPencil}
          onClick={() => actions.onEdit(question)}
        />
        <Action
          label="Dupliquer"
          subject={question.question}
          icon={IconCopy}
          onClick={() => actions.onDuplicate(question)}
        />
        <Action
          label="Supprimer"
          subject={question.question}
          icon={IconTrash}
          tone="red"
          onClick={() => actions.onDelete(question)}
        />
      </div>
    </li>
  );
}

type QuestionFactsProps = { question: AdminQuestion; condition: string | null; active: boolean };

function QuestionFacts({ question, condition, active }: QuestionFactsProps) {
  const { fieldType, options, targetType, required, answerCount } = question;
  return (
    <div className={classes.facts}>
      <p className={classes.question}>{question.question}</p>
      {options && <p className={classes.aside}>{options.join(" · ")}</p>}
      {condition && <p className={classes.aside}>{condition}</p>}
      <p className={classes.kinds}>
        <Pill tone="gray">{questionTypes[fieldType].label}</Pill>
        <Pill tone="gray">{targetTypeLabels[targetType]}</Pill>
        <Pill tone="gray">{required ? "Obligatoire" : "Facultative"}</Pill>
        {!active && <Pill tone="yellow">Inactive</Pill>}
        <span className={`${classes.aside} tabular`}>{formatAnswers(answerCount)}</span>
      </p>
    </div>
  );
}

type ActionProps = {
  id?: string;
  label: string;
  /** The wording of the question, for screen readers. */
  subject: string;
  icon: Icon;
  tone?: "gray" | "red";
  /** The keys that do the same from any control of the row. */
  keys?: (typeof moveKeys)[MoveDirection];
  disabled?: boolean;
  onClick: () => void;
};

function Action({ label, subject, icon: ActionIcon, tone = "gray", keys, disabled, ...props }: ActionProps) {
  const tip = keys ? `${label} (${keys.shown})` : label;
  return (
    <RowButton
      quiet
      tone={tone}
      disabled={disabled}
      aria-label={`${label} : ${subject}`}
      aria-keyshortcuts={keys?.aria}
      data-tip={disabled ? undefined : tip}
      {...props}
    >
      <ActionIcon size={18} stroke={1.6} aria-hidden />
    </RowButton>
  );
}

type DragHandleProps = { grip: ReturnType<ReturnType<typeof useDragOrder>["grip"]> };

/** A handle for pointers only: the keys in its tooltip and the buttons beside it do the same. */
export function DragHandle({ grip }: DragHandleProps) {
  return (
    <span
      className={classes.handle}
      aria-hidden
      title={`Glisser pour déplacer, ou ${moveKeys.up.shown} et ↓`}
      {...grip}
    >
      <IconGripVertical size={18} stroke={1.6} />
    </span>
  );
}

/** Switches a question on or off. Asks first before a question that has answers is switched off. */
export function useQuestionSwitch() {
  const [asked, setAsked] = useState<AdminQuestion | null>(null);
  const toggle = useToggleQuestion();
  return {
    asked,
    toggle,
    start(question: AdminQuestion, active: boolean) {
      if (!active && question.answerCount > 0) setAsked(question);
      else toggle.mutate({ id: question.id, active });
    },
    cancel: () => setAsked(null),
    confirm({ id }: AdminQuestion) {
      setAsked(null);
      toggle.mutate({ id, active: false });
    },
  };
}
