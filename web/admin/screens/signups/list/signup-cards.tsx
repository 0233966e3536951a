import { Button, Checkbox, Group } from "@mantine/core";
import { IconArrowDown, IconArrowUp } from "@tabler/icons-react";
import type { SignupSummary } from "#contract/signup.schema.ts";
import { audienceTexts } from "#web/admin/screens/signups/audience-texts.ts";
import { SignupBadges } from "#web/admin/screens/signups/signup-badges.tsx";
import { WebsiteLink } from "#web/admin/screens/signups/website-link.tsx";
import { formatDateTime, formatEmail, formatName } from "#web/lib/format.ts";
import classes from "./list.module.css";
import { RowActions } from "./row-actions.tsx";
import { type SignupRowsProps, spokenName } from "./signup-rows.ts";
import { PageCheckbox } from "./signup-table.tsx";

export function SignupCards(props: SignupRowsProps) {
  const { audience, items, order, selection, onSort } = props;
  const SortIcon = order === "desc" ? IconArrowDown : IconArrowUp;
  return (
    <>
      <Group justify="space-between" mb="sm">
        <PageCheckbox items={items} selection={selection} label="Toute la page" />
        <Button
          variant="default"
          size="xs"
          rightSection={<SortIcon size={14} aria-hidden />}
          onClick={onSort}
        >
          {order === "desc" ? "Les plus récentes d’abord" : "Les plus anciennes d’abord"}
        </Button>
      </Group>
      <ul className={classes.cards} aria-label={audienceTexts[audience].title} {...props.watch}>
        {items.map((signup) => (
          <SignupCard key={signup.id} signup={signup} {...props} />
        ))}
      </ul>
    </>
  );
}

function SignupCard({ signup, ...props }: SignupRowsProps & { signup: SignupSummary }) {
  const { audience, selection } = props;
  return (
    <li className={classes.card} data-selected={selection.has(signup.id) || undefined}>
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <Checkbox
          label={<bdi className={classes.name}>{formatName(signup)}</bdi>}
          aria-label={`Sélectionner ${spokenName(signup)}`}
          checked={selection.has(signup.id)}
          disabled={selection.all}
          onChange={({ currentTarget }) => selection.setMany([signup.id], currentTarget.checked)}
        />
        <SignupBadges signup={signup} />
      </Group>
      <span className={classes.breakable}>{formatEmail(signup.email)}</span>
      {audience === "brand" && (
        <span className={classes.breakable}>
          <WebsiteLink website={signup.website} />
        </span>
      )}
      <Group justify="space-between" wrap="nowrap" mt={4}>
        <span className={classes.date}>{formatDateTime(signup.createdAt)}</span>
        <RowActions signup={signup} {...props} />
      </Group>
    </li>
  );
}
