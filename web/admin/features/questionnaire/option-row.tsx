import { TextInput } from "@mantine/core";
import { IconArrowDown, IconArrowUp, IconX } from "@tabler/icons-react";
import type { CSSProperties } from "react";
import type { MoveDirection } from "#contract/questionnaire.ts";
import { RowButton } from "#web/admin/ui/row/row-parts.tsx";
import { DragHandle } from "./drag-handle.tsx";
import classes from "./questionnaire.module.css";
import { moveKeys, moveOfKey } from "./reorder.ts";
import type { useDragOrder } from "./use-drag-order.ts";

type Props = {
  index: number;
  total: number;
  option: string;
  /** The id of one of its controls. */
  idOf: (control: OptionControl) => string;
  grip: ReturnType<ReturnType<typeof useDragOrder>["grip"]>;
  dragged: boolean;
  style: CSSProperties | undefined;
  onChange: (option: string) => void;
  /** @param control which has the focus, and keeps it */
  onMove: (direction: MoveDirection, control: OptionControl) => void;
  onRemove: () => void;
};

export type OptionControl = "field" | MoveDirection;

/** One option: typed, moved by handle, keys or buttons, removed. */
export function OptionRow({ index, total, option, idOf, grip, dragged, style, ...on }: Props) {
  const mover = (direction: MoveDirection, label: string, disabled: boolean) => (
    <RowButton
      id={idOf(direction)}
      quiet
      tone="gray"
      disabled={disabled}
      aria-keyshortcuts={moveKeys[direction].aria}
      data-tip={disabled ? undefined : `${label} (${moveKeys[direction].shown})`}
      aria-label={`${label} : ${option || `option ${index + 1}`}`}
      onClick={() => on.onMove(direction, direction)}
    >
      {direction === "up" ? <IconArrowUp size={18} aria-hidden /> : <IconArrowDown size={18} aria-hidden />}
    </RowButton>
  );
  return (
    <div className={classes.optionEntry} data-entry data-dragged={dragged || undefined} style={style}>
      <DragHandle grip={grip} />
      <TextInput
        id={idOf("field")}
        className={classes.optionText ?? ""}
        aria-label={`Option ${index + 1}`}
        aria-keyshortcuts={`${moveKeys.up.aria} ${moveKeys.down.aria}`}
        value={option}
        onChange={(event) => on.onChange(event.currentTarget.value)}
        onKeyDown={(event) => {
          const direction = moveOfKey(event);
          if (!direction) return;
          event.preventDefault();
          on.onMove(direction, "field");
        }}
      />
      {mover("up", "Monter", index === 0)}
      {mover("down", "Descendre", index === total - 1)}
      <RowButton
        quiet
        tone="gray"
        data-tip="Retirer"
        aria-label={`Retirer l’option ${index + 1} : ${option}`}
        onClick={on.onRemove}
      >
        <IconX size={18} aria-hidden />
      </RowButton>
    </div>
  );
}
