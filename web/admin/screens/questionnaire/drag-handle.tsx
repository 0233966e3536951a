import { IconGripVertical } from "@tabler/icons-react";
import classes from "./questionnaire.module.css";
import type { useDragOrder } from "./use-drag-order.ts";

type Props = { grip: ReturnType<ReturnType<typeof useDragOrder>["grip"]> };

/** For pointers alone: keys and buttons beside it do the same. */
export function DragHandle({ grip }: Props) {
  return (
    <span className={classes.handle} aria-hidden title="Glisser pour déplacer" {...grip}>
      <IconGripVertical size={18} stroke={1.6} />
    </span>
  );
}
