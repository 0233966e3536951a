import { Checkbox, Table, UnstyledButton } from "@mantine/core";
import { IconArrowDown, IconArrowUp } from "@tabler/icons-react";
import { audienceTexts } from "#web/admin/screens/signups/audience-texts.ts";
import { SignupBadges } from "#web/admin/screens/signups/signup-badges.tsx";
import { WebsiteLink } from "#web/admin/screens/signups/website-link.tsx";
import { formatDateTime, formatEmail, formatName } from "#web/lib/format.ts";
import classes from "./list.module.css";
import { RowActions } from "./row-actions.tsx";
import { type SignupRowsProps, spokenName } from "./signup-rows.ts";

export function SignupTable(props: SignupRowsProps) {
  const { audience, items, selection } = props;
  return (
    <div className={classes.tableFrame} {...props.watch}>
      <Table verticalSpacing="sm" highlightOnHover aria-label={audienceTexts[audience].title}>
        <TableHead {...props} />
        <Table.Tbody>
          {items.map((signup) => (
            <Table.Tr
              key={signup.id}
              data-selected={selection.has(signup.id) || undefined}
              className={classes.row ?? ""}
            >
              <Table.Td>
                <Checkbox
                  aria-label={`Sélectionner ${spokenName(signup)}`}
                  checked={selection.has(signup.id)}
                  disabled={selection.all}
                  onChange={({ currentTarget }) => selection.setMany([signup.id], currentTarget.checked)}
                />
              </Table.Td>
              <Table.Td className={classes.name ?? ""}>
                <bdi>{formatName(signup)}</bdi>
              </Table.Td>
              <Table.Td className={classes.breakable ?? ""}>{formatEmail(signup.email)}</Table.Td>
              {audience === "brand" && (
                <Table.Td className={classes.breakable ?? ""}>
                  <WebsiteLink website={signup.website} />
                </Table.Td>
              )}
              <Table.Td className={classes.date ?? ""}>{formatDateTime(signup.createdAt)}</Table.Td>
              <Table.Td>
                <SignupBadges signup={signup} />
              </Table.Td>
              <Table.Td>
                <RowActions signup={signup} {...props} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}

function TableHead({ audience, items, order, selection, onSort }: SignupRowsProps) {
  const SortIcon = order === "desc" ? IconArrowDown : IconArrowUp;
  return (
    <Table.Thead>
      <Table.Tr>
        <Table.Th w={44}>
          <PageCheckbox items={items} selection={selection} />
        </Table.Th>
        <Table.Th>{audienceTexts[audience].name}</Table.Th>
        <Table.Th>Email</Table.Th>
        {audience === "brand" && <Table.Th>Site web</Table.Th>}
        <Table.Th aria-sort={order === "desc" ? "descending" : "ascending"}>
          <UnstyledButton className={classes.sort ?? ""} onClick={onSort}>
            Date
            <SortIcon size={14} aria-hidden />
          </UnstyledButton>
        </Table.Th>
        <Table.Th>Statut</Table.Th>
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
