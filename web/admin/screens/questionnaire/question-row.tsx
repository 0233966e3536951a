import { ActionIcon, Badge, Group, Switch, Text, Tooltip } from "@mantine/core";
import { type Icon, IconArrowDown, IconArrowUp, IconCopy, IconPencil, IconTrash } from "@tabler/icons-react";
import type { CSSProperties } from "react";
import type { AdminQuestion } from "#contract/questionnaire.schema.ts";
import type { MoveDirection } from "#contract/questionnaire.ts";
import { questionTypes } from "#contract/questions/registry.ts";
import { rowId } from "#web/admin/ui/use-named-row.ts";
import { DragHandle } from "./drag-handle.tsx";
import { formatAnswers, targetTypeLabels } from "./question-texts.ts";
import classes from "./questionnaire.module.css";
import { moveOfKey } from "./reorder.ts";
import type { useDragOrder } from "./use-drag-order.ts";
import { moveButtonId } from "./use-question-moves.ts";

export type RowActions = {
  onToggle: (question: AdminQuestion, active: boolean) => void;
  onMove: (question: AdminQuestion, direction: MoveDirection) => void;
  onEdit: (question: AdminQuestion) => void;
  onDelete: (question: AdminQuestion) => void;
  onDuplicate: (question: AdminQuestion) => void;
};

type Props = RowActions & {
  question: AdminQuestion;
  /** The address names it. */
  isNamed: boolean;
  isFirst: boolean;
  isLast: boolean;
  /** What the switch shows while the server is asked. */
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
  isNamed,
  isFirst,
  isLast,
  active,
  grip,
  dragged,
  style,
  ...actions
}: Props) {
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
      <QuestionFacts question={question} active={active} />
      <div className={classes.actions}>
        <Switch
          label="Active"
          aria-label={`Active : ${question.question}`}
          checked={active}
          onChange={(event) => actions.onToggle(question, event.currentTarget.checked)}
        />
        <RowButton
          id={moveButtonId(id, "up")}
          label="Monter"
          subject={question.question}
          icon={IconArrowUp}
          disabled={isFirst}
          onClick={() => actions.onMove(question, "up")}
        />
        <RowButton
          id={moveButtonId(id, "down")}
          label="Descendre"
          subject={question.question}
          icon={IconArrowDown}
          disabled={isLast}
          onClick={() => actions.onMove(question, "down")}
        />
        <RowButton
          id={editButtonId(id)}
          label="Modifier"
          subject={question.question}
          icon={IconPencil}
          onClick={() => actions.onEdit(question)}
        />
        <RowButton
          label="Dupliquer"
          subject={question.question}
          icon={IconCopy}
          onClick={() => actions.onDuplicate(question)}
        />
        <RowButton
          label="Supprimer"
          subject={question.question}
          icon={IconTrash}
          color="red"
          onClick={() => actions.onDelete(question)}
        />
      </div>
    </li>
  );
}

function QuestionFacts({ question, active }: { question: AdminQuestion; active: boolean }) {
  const { fieldType, options, targetType, required, answerCount } = question;
  return (
    <div className={classes.facts}>
      <Text className={classes.question ?? ""}>{question.question}</Text>
      {options && (
        <Text size="sm" c="dimmed">
          {options.join(" · ")}
        </Text>
      )}
      <Group gap={6} mt={6}>
        <Badge variant="default">{questionTypes[fieldType].label}</Badge>
        <Badge variant="default">{targetTypeLabels[targetType]}</Badge>
        <Badge variant="default">{required ? "Obligatoire" : "Facultative"}</Badge>
        {!active && <Badge color="gray">Inactive</Badge>}
        <Text size="sm" c="dimmed" className="tabular">
          {formatAnswers(answerCount)}
        </Text>
      </Group>
    </div>
  );
}

type ButtonProps = {
  id?: string;
  label: string;
  /** The question that the button is about, for those who do not see the row. */
  subject: string;
  icon: Icon;
  color?: string;
  disabled?: boolean;
  onClick: () => void;
};

function RowButton({
  id,
  label,
  subject,
  icon: ButtonIcon,
  color = "gray",
  disabled = false,
  onClick,
}: ButtonProps) {
  return (
    <Tooltip label={label} disabled={disabled}>
      <ActionIcon
        {...(id !== undefined && { id })}
        variant="subtle"
        size="lg"
        color={color}
        disabled={disabled}
        aria-label={`${label} : ${subject}`}
        onClick={onClick}
      >
        <ButtonIcon size={18} stroke={1.6} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}
