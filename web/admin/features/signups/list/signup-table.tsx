import { UnstyledButton } from "@mantine/core";
import { IconArrowDown, IconArrowUp } from "@tabler/icons-react";
import { memo } from "react";
import type { ListedSignup } from "#contract/signup-list.schema.ts";
import { sourceText } from "#contract/sources.ts";
import { type BaseColumn, columnLabels } from "#web/admin/features/signups/columns.ts";
import { ColumnHeader, DataTable, RowHeader } from "#web/admin/ui/data-table.tsx";
import { rowId } from "#web/admin/ui/focus.ts";
import { RowCheckbox } from "#web/admin/ui/row-parts.tsx";
import { SharedTooltip } from "#web/admin/ui/shared-tooltip.tsx";
import { formatDateTime, formatEmail, formatNumber } from "#web/lib/format.ts";
import { SignupBadges, WebsiteLink } from "../detail/signup-facts.tsx";
import { audienceTexts, spokenName } from "../signups-texts.ts";
import classes from "./list.module.css";
import {
  answerText,
  invitationText,
  newsText,
  questionText,
  RowActions,
  rowProps,
  SignupName,
  type SignupRowProps,
  type SignupRowsProps,
} from "./signup-rows.tsx";

export function SignupTable(props: SignupRowsProps) {
  const { audience, items, density, order, columns, questionTexts, onSort } = props;
  return (
    <SharedTooltip className={classes.tableFrame} {...props.watch}>
      <DataTable
        caption={audienceTexts[audience].title}
        head={
          <>
            <ColumnHeader className={classes.pick}>
              <PageCheckbox items={items} selection={props.selection} />
            </ColumnHeader>
            <Headers
              audience={audience}
              order={order}
              columns={columns}
              questionTexts={questionTexts}
              onSort={onSort}
            />
          </>
        }
        compact={density === "compact"}
        highlights
      >
        {items.map((signup) => (
          <SignupRow key={signup.id} {...rowProps(props, signup)} />
        ))}
      </DataTable>
    </SharedTooltip>
  );
}

const SignupRow = memo(function SignupRow({ signup, isFirst, selected, opened, ...props }: SignupRowProps) {
  const { audience, columns, allSelected, onSelect, onOpen, onDecide } = props;
  return (
    <tr
      id={rowId(signup.id)}
      data-signup={signup.id}
      // One tab stop for the list: arrow keys move within it.
      tabIndex={isFirst ? 0 : -1}
      data-selected={selected || undefined}
      aria-current={opened || undefined}
      className={classes.row}
    >
      <td>
        <RowCheckbox
          name={`Sélectionner ${spokenName(audience, signup)}`}
          checked={selected}
          disabled={allSelected}
          onChange={(chosen) => onSelect(signup.id, chosen)}
        />
      </td>
      <RowHeader>
        <SignupName audience={audience} signup={signup} />
      </RowHeader>
      {columns.base.map((column) => (
        <BaseCell key={column} column={column} signup={signup} />
      ))}
      {columns.questions.map((id) => (
        <td key={id}>
          <bdi className={classes.answer}>{answerText(signup, id)}</bdi>
        </td>
      ))}
      <td>
        <RowActions audience={audience} signup={signup} onOpen={onOpen} onDecide={onDecide} />
      </td>
    </tr>
  );
});

function BaseCell({ column, signup }: { column: BaseColumn; signup: ListedSignup }) {
  if (column === "email") return <td className={classes.breakable}>{formatEmail(signup.email)}</td>;
  if (column === "date") return <td className={classes.date}>{formatDateTime(signup.createdAt)}</td>;
  if (column === "website") {
    return (
      <td className={classes.breakable}>
        <WebsiteLink website={signup.website} />
      </td>
    );
  }
  if (column === "source") return <td className={classes.breakable}>{sourceText(signup.source)}</td>;
  if (column === "news") return <td>{newsText(signup)}</td>;
  if (column === "friends") return <td data-number>{formatNumber(signup.friends)}</td>;
  if (column === "invitation") return <td>{invitationText(signup)}</td>;
  return (
    <td>
      <SignupBadges signup={signup} />
    </td>
  );
}

type HeadersProps = Pick<SignupRowsProps, "audience" | "order" | "columns" | "questionTexts" | "onSort">;

const Headers = memo(function Headers({ audience, order, columns, questionTexts, onSort }: HeadersProps) {
  const SortIcon = order === "desc" ? IconArrowDown : IconArrowUp;
  return (
    <>
      <ColumnHeader>{audienceTexts[audience].name}</ColumnHeader>
      {columns.base.map((column) =>
        column === "date" ? (
          <ColumnHeader key={column} aria-sort={order === "desc" ? "descending" : "ascending"}>
            <UnstyledButton className={classes.sort ?? ""} onClick={onSort}>
              {columnLabels.date}
              <SortIcon size={14} aria-hidden />
            </UnstyledButton>
          </ColumnHeader>
        ) : (
          <ColumnHeader key={column}>{columnLabels[column]}</ColumnHeader>
        ),
      )}
      {columns.questions.map((id) => (
        <ColumnHeader key={id}>
          <span className={classes.answer}>{questionText(questionTexts, id)}</span>
        </ColumnHeader>
      ))}
      <ColumnHeader hidden>Actions</ColumnHeader>
    </>
  );
});

export function PageCheckbox({
  items,
  selection,
  label,
}: Pick<SignupRowsProps, "items" | "selection"> & { label?: string }) {
  const chosen = items.filter(({ id }) => selection.has(id)).length;
  return (
    <RowCheckbox
      name={label ?? "Sélectionner toute la page"}
      label={label}
      checked={chosen === items.length}
      indeterminate={chosen > 0 && chosen < items.length}
      disabled={selection.all}
      onChange={(chosen) =>
        selection.setMany(
          items.map(({ id }) => id),
          chosen,
        )
      }
    />
  );
}
