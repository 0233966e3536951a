import { IconGripVertical } from "@tabler/icons-react";
import classes from "./questionnaire.module.css";
import { moveKeys } from "./reorder.ts";
import type { useDragOrder } from "./use-drag-order.ts";

type Props = { grip: ReturnType<ReturnType<typeof useDragOrder>["grip"]> };

/** For pointers alone: keys, which it tells, and buttons beside it do the same. */
export function DragHandle({ grip }: Props) {
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
