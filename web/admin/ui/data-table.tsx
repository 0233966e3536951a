import type { ComponentProps, ReactNode } from "react";
import classes from "./data-table.module.css";

type Props = {
  /** The content and the order of the rows, for screen readers. */
  caption: string;
  /** One `ColumnHeader` for each column. */
  head: ReactNode;
  /** On narrow screens each row becomes a small card without headings; a cell that needs one has it as `data-label`, too. */
  folds?: boolean;
  /** Less room between rows. */
  compact?: boolean;
  /** Highlights the row under the pointer, which is clickable. */
  highlights?: boolean;
  /** The rows: `tr`, each with a `RowHeader`. */
  children: ReactNode;
};

/**
 * The one table of the back office: it has a name, its columns have headings, and a row begins with what it is about. Cells are the
 * browser's own: a list draws hundreds of them with each page.
 */
export function DataTable({ caption, head, folds, compact, highlights, children }: Props) {
  return (
    <table
      className={classes.table}
      data-folds={folds || undefined}
      data-compact={compact || undefined}
      data-highlights={highlights || undefined}
    >
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr>{head}</tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}

type HeaderProps = ComponentProps<"th"> & {
  /** The column explains itself to the eye: its heading is read out and not drawn. */
  hidden?: boolean;
};

export function ColumnHeader({ hidden = false, children, ...props }: HeaderProps) {
  return (
    <th scope="col" {...props}>
      {hidden ? <span className="visually-hidden">{children}</span> : children}
    </th>
  );
}

/** The header cell of a row. */
export function RowHeader(props: ComponentProps<"th">) {
  return <th scope="row" {...props} />;
}
