import { Button, Group } from "@mantine/core";
import { IconArrowDown, IconArrowUp } from "@tabler/icons-react";
import { memo } from "react";
import { sourceText } from "#contract/sources.ts";
import type { BaseColumn } from "#web/admin/features/signups/columns.ts";
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
      <SharedTooltip {...props.watch}>
        <ul className={classes.cards} data-density={props.density} aria-label={audienceTexts[audience].title}>
          {items.map((signup) => (
            <SignupCard key={signup.id} {...rowProps(props, signup)} />
          ))}
        </ul>
      </SharedTooltip>
    </>
  );
}

const SignupCard = memo(function SignupCard({ signup, isFirst, selected, opened, ...props }: SignupRowProps) {
  const { audience, columns, questionTexts, allSelected, onSelect, onOpen, onDecide } = props;
  const shows = (column: BaseColumn) => columns.base.includes(column);
  return (
    <li
      id={rowId(signup.id)}
      data-signup={signup.id}
      // One tab stop for the list: keys move from card to card.
      tabIndex={isFirst ? 0 : -1}
      className={classes.card}
      data-selected={selected || undefined}
      aria-current={opened || undefined}
    >
      <div className={classes.cardHead}>
        <RowCheckbox
          name={`Sélectionner ${spokenName(audience, signup)}`}
          label={
            <span>
              <SignupName audience={audience} signup={signup} />
            </span>
          }
          checked={selected}
          disabled={allSelected}
          onChange={(chosen) => onSelect(signup.id, chosen)}
        />
        {shows("status") && <SignupBadges signup={signup} />}
      </div>
      {shows("email") && <span className={classes.breakable}>{formatEmail(signup.email)}</span>}
      {shows("website") && (
        <span className={classes.breakable}>
          <WebsiteLink website={signup.website} />
        </span>
      )}
      {shows("source") && <span className={classes.breakable}>Source : {sourceText(signup.source)}</span>}
      {shows("invitation") && <span>Invitation : {invitationText(signup).toLowerCase()}</span>}
      {shows("news") && <span>Actualités : {newsText(signup).toLowerCase()}</span>}
      {shows("friends") && <span>Amies confirmées : {formatNumber(signup.friends)}</span>}
      {columns.questions.map((id) => (
        <span key={id} className={classes.breakable}>
          <span className={classes.contact}>{questionText(questionTexts, id)}</span>
          <bdi>{answerText(signup, id)}</bdi>
        </span>
      ))}
      <Group justify="space-between" mt={4} gap="xs">
        <span className={classes.date}>{shows("date") && formatDateTime(signup.createdAt)}</span>
        <RowActions audience={audience} signup={signup} onOpen={onOpen} onDecide={onDecide} />
      </Group>
    </li>
  );
});
