import type { ComponentProps, ReactNode } from "react";
import classes from "./data-table.module.css";

type Props = {
  /** The content and the order of the rows, for screen readers. */
  caption: string;
  /** One `ColumnHeader` for each column. */
  head: ReactNode;
  /** On narrow screens each row becomes a card without column headings. A cell that needs a heading repeats it in `data-label`. */
  folds?: boolean;
  /** Reduces the space between rows. */
  compact?: boolean;
  /** Highlights the row under the pointer, which is clickable. */
  highlights?: boolean;
  /** The rows: `tr`, each with a `RowHeader`. */
  children: ReactNode;
};

/**
 * The only table component of the back office: the table has a name, columns have headings, and each row begins with its subject.
 * Cells are plain elements, because a list renders hundreds of them for each page.
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
  /** Hides the heading visually, for a column that needs no visible heading. Screen readers still announce it. */
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
