import { Checkbox, Table, UnstyledButton } from "@mantine/core";
import { IconArrowDown, IconArrowUp } from "@tabler/icons-react";
import { memo } from "react";
import type { ListedSignup } from "#contract/signup.schema.ts";
import { audienceTexts } from "#web/admin/screens/signups/audience-texts.ts";
import type { BaseColumn } from "#web/admin/screens/signups/columns.ts";
import { SignupBadges } from "#web/admin/screens/signups/signup-badges.tsx";
import { WebsiteLink } from "#web/admin/screens/signups/website-link.tsx";
import { rowId } from "#web/admin/ui/use-named-row.ts";
import { formatDateTime, formatEmail } from "#web/lib/format.ts";
import classes from "./list.module.css";
import { RowActions } from "./row-actions.tsx";
import { SignupName } from "./signup-name.tsx";
import {
  answerText,
  questionText,
  rowProps,
  type SignupRowProps,
  type SignupRowsProps,
  spokenName,
} from "./signup-rows.ts";

export function SignupTable(props: SignupRowsProps) {
  const { audience, items, density } = props;
  return (
    <div className={classes.tableFrame} {...props.watch}>
      <Table verticalSpacing={density === "compact" ? 4 : "sm"} highlightOnHover>
        <caption className="visually-hidden">{audienceTexts[audience].title}</caption>
        <TableHead {...props} />
        <Table.Tbody>
          {items.map((signup) => (
            <SignupRow key={signup.id} {...rowProps(props, signup)} />
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}

const SignupRow = memo(function SignupRow({ signup, isFirst, selected, ...props }: SignupRowProps) {
  const { audience, columns, allSelected, onSelect, onOpen, onDecide } = props;
  return (
    <Table.Tr
      id={rowId(signup.id)}
      data-signup={signup.id}
      // One stop in the list is enough: the keys go on from there.
      tabIndex={isFirst ? 0 : -1}
      data-selected={selected || undefined}
      className={classes.row ?? ""}
    >
      <Table.Td>
        <Checkbox
          aria-label={`Sélectionner ${spokenName(signup)}`}
          checked={selected}
          disabled={allSelected}
          onChange={({ currentTarget }) => onSelect(signup.id, currentTarget.checked)}
        />
      </Table.Td>
      <Table.Th scope="row" fw={400}>
        <SignupName audience={audience} signup={signup} />
      </Table.Th>
      {columns.base.map((column) => (
        <BaseCell key={column} column={column} signup={signup} />
      ))}
      {columns.questions.map((id) => (
        <Table.Td key={id}>
          <bdi className={classes.answer}>{answerText(signup, id)}</bdi>
        </Table.Td>
      ))}
      <Table.Td>
        <RowActions signup={signup} onOpen={onOpen} onDecide={onDecide} />
      </Table.Td>
    </Table.Tr>
  );
});

function BaseCell({ column, signup }: { column: BaseColumn; signup: ListedSignup }) {
  if (column === "email")
    return <Table.Td className={classes.breakable ?? ""}>{formatEmail(signup.email)}</Table.Td>;
  if (column === "date")
    return <Table.Td className={classes.date ?? ""}>{formatDateTime(signup.createdAt)}</Table.Td>;
  if (column === "website") {
    return (
      <Table.Td className={classes.breakable ?? ""}>
        <WebsiteLink website={signup.website} />
      </Table.Td>
    );
  }
  return (
    <Table.Td>
      <SignupBadges signup={signup} />
    </Table.Td>
  );
}

const columnTitles: Record<Exclude<BaseColumn, "date">, string> = {
  email: "E-mail",
  website: "Site web",
  status: "Statut",
};

function TableHead({ audience, items, order, columns, questionTexts, selection, onSort }: SignupRowsProps) {
  const SortIcon = order === "desc" ? IconArrowDown : IconArrowUp;
  return (
    <Table.Thead>
      <Table.Tr>
        <Table.Th w={44}>
          <PageCheckbox items={items} selection={selection} />
        </Table.Th>
        <Table.Th>{audienceTexts[audience].name}</Table.Th>
        {columns.base.map((column) =>
          column === "date" ? (
            <Table.Th key={column} aria-sort={order === "desc" ? "descending" : "ascending"}>
              <UnstyledButton className={classes.sort ?? ""} onClick={onSort}>
                Date
                <SortIcon size={14} aria-hidden />
              </UnstyledButton>
            </Table.Th>
          ) : (
            <Table.Th key={column}>{columnTitles[column]}</Table.Th>
          ),
        )}
        {columns.questions.map((id) => (
          <Table.Th key={id}>
            <span className={classes.answer}>{questionText(questionTexts, id)}</span>
          </Table.Th>
        ))}
        <Table.Th>
          <span className="visually-hidden">Actions</span>
        </Table.Th>
      </Table.Tr>
    </Table.Thead>
  );
}

export function PageCheckbox({
  items,
  selection,
  label,
}: Pick<SignupRowsProps, "items" | "selection"> & { label?: string }) {
  const chosen = items.filter(({ id }) => selection.has(id)).length;
  return (
    <Checkbox
      {...(label ? { label } : { "aria-label": "Sélectionner toute la page" })}
      checked={chosen === items.length}
      indeterminate={chosen > 0 && chosen < items.length}
      disabled={selection.all}
      onChange={({ currentTarget }) =>
        selection.setMany(
          items.map(({ id }) => id),
          currentTarget.checked,
        )
      }
    />
  );
}
