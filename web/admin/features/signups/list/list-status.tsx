import { Button, Group } from "@mantine/core";
import {
  IconChevronLeft,
  IconChevronRight,
  IconChevronsLeft,
  IconChevronsRight,
  IconCircleCheck,
  IconSearchOff,
} from "@tabler/icons-react";
import { memo, useState } from "react";
import type { Audience } from "#contract/audience.ts";
import type { SignupList } from "#contract/signup-list.schema.ts";
import { signUpPath } from "#contract/signup-path.ts";
import { EmptyState, EmptyStateLink } from "#web/admin/ui/feedback.tsx";
import { RowButton } from "#web/admin/ui/row-parts.tsx";
import { AddSamples } from "#web/admin/ui/to-do/add-samples.tsx";
import { useMayAddSamples } from "#web/admin/ui/to-do/to-do.api.ts";
import { formatCount, formatNumber } from "#web/lib/format.ts";
import { emptyListId } from "../review/use-review.ts";
import { isNarrowed, type ListParams, noNarrowing, pageBounds } from "../signups-address.ts";
import { audienceTexts, invitationFilterLabels } from "../signups-texts.ts";
import type { Tally } from "../use-decision.tsx";
import classes from "./list.module.css";
import { questionText } from "./signup-rows.tsx";
import { answerOf, statusChoices } from "./signups-toolbar.tsx";

type ResultsStatusProps = {
  list: SignupList;
  params: ListParams;
  /** True while the list still shows the rows of the previous request. */
  isPast: boolean;
  questionTexts: ReadonlyMap<string, string>;
  /** False when the empty list already says that there are no sign-ups. */
  isDrawn: boolean;
};

/**
 * Shows how many sign-ups match. Screen readers also announce filters, order and page once the response to them has arrived. A
 * decision that changes the number has its own announcement.
 */
export function ResultsStatus({ list, params, isPast, questionTexts, isDrawn }: ResultsStatusProps) {
  const total = totalOf(list, params.status);
  const details = detailsOf(list, params, questionTexts);
  const [said, setSaid] = useState({ details: "", text: "" });
  if (!isPast && said.details !== details) setSaid({ details, text: `${total}, ${details}${pagesOf(list)}` });
  return (
    <>
      {isDrawn && <span>{total}</span>}
      <p role="status" className="visually-hidden">
        {said.text}
      </p>
    </>
  );
}

/** "123 inscriptions, 27 à décider", "27 inscriptions à décider". */
export function totalOf(
  { total, totalIsExact, counts }: Pick<SignupList, "total" | "totalIsExact" | "counts">,
  status: ListParams["status"],
): string {
  const sum = totalIsExact
    ? formatCount(total, "inscription")
    : `plus de ${formatNumber(total)} inscriptions`;
  if (status === "pending") return `${sum} à décider`;
  const pending = status === "all" ? (counts?.pending ?? 0) : 0;
  return pending > 0 ? `${sum}, ${formatNumber(pending)} à décider` : sum;
}

function pagesOf(list: SignupList): string {
  return list.totalIsExact ? ` sur ${pageBounds(list).pages}` : "";
}

function detailsOf(
  list: SignupList,
  { status, search, answer, segment, conditions, invitation, order }: ListParams,
  questionTexts: ResultsStatusProps["questionTexts"],
): string {
  const label = statusChoices.find(({ value }) => value === status)?.label ?? "";
  const question = answer.slice(0, answer.indexOf(":"));
  return [
    `statut : ${label}`,
    search && `recherche : ${search}`,
    answer && `réponse : ${questionText(questionTexts, question)}, ${answerOf(answer)}`,
    segment && "un segment",
    conditions && "des conditions",
    invitation && invitationFilterLabels[invitation].toLowerCase(),
    order === "desc" ? "les plus récentes d’abord" : "les plus anciennes d’abord",
    `page ${list.page}`,
  ]
    .filter(Boolean)
    .join(", ");
}

type NoSignupsProps = {
  audience: Audience;
  params: ListParams;
  /** The number of decisions since the screen was opened. */
  tally: Tally;
  onReset: (change: Partial<ListParams>) => void;
};

/** A list is empty before the first sign-up, after a review, or with a narrow filter. Each case offers other actions. */
export function NoSignups(props: NoSignupsProps) {
  return (
    <div id={emptyListId} tabIndex={-1}>
      <Reason {...props} />
    </div>
  );
}

/** All buttons appear together, so that none moves under the pointer. */
function EmptyListActions({ audience }: { audience: Audience }) {
  if (useMayAddSamples() === undefined) return null;
  return (
    <Group justify="center" gap="sm">
      <EmptyStateLink site={signUpPath(audience)}>Voir le formulaire d’inscription</EmptyStateLink>
      <AddSamples />
    </Group>
  );
}

function Reason({ audience, params, tally, onReset }: NoSignupsProps) {
  const isWhole = !isNarrowed(params);
  if (isWhole && params.status === "all") {
    return (
      <EmptyState title="Aucune inscription pour le moment" action={<EmptyListActions audience={audience} />}>
        {audienceTexts[audience].empty}
      </EmptyState>
    );
  }
  const isReviewed = tally.approved + tally.rejected > 0;
  if (params.status === "pending" && (isWhole || isReviewed)) {
    return (
      <EmptyState
        icon={IconCircleCheck}
        title={isWhole ? "Tout est décidé" : "Tout est décidé dans cette recherche"}
        action={
          <Button variant="default" onClick={() => onReset(isWhole ? { status: "all" } : noNarrowing)}>
            {isWhole ? "Voir toutes les inscriptions" : "Effacer les filtres"}
          </Button>
        }
      >
        {tallyText(tally)}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={IconSearchOff}
      title="Aucune inscription ne correspond"
      action={
        <Button variant="default" onClick={() => onReset({ ...noNarrowing, status: "all" })}>
          Effacer les filtres
        </Button>
      }
    >
      Essayez un autre statut, une autre réponse ou une autre recherche.
    </EmptyState>
  );
}

/** The result of a review, or a sentence that no sign-up was pending. */
export function tallyText({ approved, rejected }: Tally): string {
  const parts = [
    approved > 0 && `${formatCount(approved, "inscription approuvée", "inscriptions approuvées")}`,
    rejected > 0 && `${formatCount(rejected, "rejetée", "rejetées")}`,
  ].filter(Boolean);
  if (parts.length === 0) return "Aucune inscription n’attend de décision.";
  return `${parts.join(", ")} : plus personne n’attend de réponse.`;
}

type Props = {
  list: { page: number; pageSize: number; total: number; totalIsExact: boolean; items: unknown[] };
  /** The requested page. Until its response arrives, `list` is the previous page. */
  page: number;
  /** Turns from the page requested last, so that two quick clicks on 'next' turn two pages. */
  onTurn: (next: (page: number) => number) => void;
};

/** Appears when there is more than one page. Says so when the total was not counted to the end. */
export const SignupsPagination = memo(function SignupsPagination({ list, page, onTurn }: Props) {
  const { first, last, pages } = pageBounds(list);
  if (pages <= 1 && list.page <= 1) return null;
  const total = list.totalIsExact ? formatNumber(list.total) : `plus de ${formatNumber(list.total)}`;
  const hasNext = list.totalIsExact ? page < pages : page < list.page || list.items.length === list.pageSize;
  return (
    <nav aria-label="Pagination" className={`${classes.pagination} tabular`}>
      <p>
        Affichage de {formatNumber(first)} à {formatNumber(Math.max(last, first - 1 + list.items.length))} sur{" "}
        {total} inscriptions
      </p>
      <div className={classes.pager}>
        <PageButton
          label="Première page"
          icon={IconChevronsLeft}
          disabled={page <= 1}
          onClick={() => onTurn(() => 1)}
        />
        <PageButton
          label="Page précédente"
          icon={IconChevronLeft}
          disabled={page <= 1}
          onClick={() => onTurn((newest) => Math.max(1, newest - 1))}
        />
        <span>
          Page {formatNumber(list.page)} /{" "}
          {list.totalIsExact ? formatNumber(pages) : `plus de ${formatNumber(pages)}`}
        </span>
        <PageButton
          label="Page suivante"
          icon={IconChevronRight}
          disabled={!hasNext}
          onClick={() => onTurn((newest) => (list.totalIsExact ? Math.min(newest + 1, pages) : newest + 1))}
        />
        {list.totalIsExact && (
          <PageButton
            label="Dernière page"
            icon={IconChevronsRight}
            disabled={!hasNext}
            onClick={() => onTurn(() => pages)}
          />
        )}
      </div>
    </nav>
  );
});

type ButtonProps = {
  label: string;
  icon: typeof IconChevronLeft;
  disabled: boolean;
  onClick: () => void;
};

function PageButton({ label, icon: PageIcon, disabled, onClick }: ButtonProps) {
  return (
    <RowButton aria-label={label} disabled={disabled} onClick={onClick}>
      <PageIcon size={18} aria-hidden />
    </RowButton>
  );
}
