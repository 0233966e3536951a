import type { EmailLogEntry } from "#contract/email.schema.ts";
import type { FailedSelection } from "./use-failed-selection.ts";

/** What table and cards both need. */
export type LogRowsProps = {
  entries: readonly EmailLogEntry[];
  selection: FailedSelection;
  onOpen: (id: string) => void;
};
