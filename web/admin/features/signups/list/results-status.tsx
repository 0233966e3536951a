import { Button, Group } from "@mantine/core";
import { IconCircleCheck, IconSearchOff } from "@tabler/icons-react";
import { useState } from "react";
import type { Audience } from "#contract/audience.ts";
import type { SignupList } from "#contract/signup.schema.ts";
import { signUpPath } from "#contract/signup-words.ts";
import { audienceTexts } from "#web/admin/features/signups/audience-texts.ts";
import { type ListParams, pageBounds } from "#web/admin/features/signups/list-params.ts";
import { emptyListId } from "#web/admin/features/signups/review/use-row-focus.ts";
import type { Tally } from "#web/admin/features/signups/use-decision.ts";
import { EmptyState, EmptyStateLink } from "#web/admin/ui/feedback.tsx";
import { AddSamples } from "#web/admin/ui/first-run/add-samples.tsx";
import { useMayAddSamples } from "#web/admin/ui/first-run/samples.api.ts";
import { formatCount, formatNumber } from "#web/lib/format.ts";
import classes from "./list.module.css";
import { questionText } from "./signup-rows.tsx";
import { answerOf, statusChoices } from "./signups-toolbar.tsx";

type ResultsStatusProps = {
  list: SignupList;
  params: ListParams;
  /** The rows are still those of what was asked for before. */
  isPast: boolean;
  questionTexts: ReadonlyMap<string, string>;
  /** Not drawn when the empty list already says that there are no sign-ups. */
  isDrawn: boolean;
};

/**
 * How much was found, always; filters, order and page are said with it to those who do not see them, once the answer to them is there. A
 * decision that changes the number has its own announcement.
 */
export function ResultsStatus({ list, params, isPast, questionTexts, isDrawn }: ResultsStatusProps) {
  const total = totalOf(list);
  const details = detailsOf(list, params, questionTexts);
  const [said, setSaid] = useState({ details: "", text: "" });
  if (!isPast && said.details !== details) setSaid({ details, text: `${total}, ${details}${pagesOf(list)}` });
  return (
    <>
      {isDrawn && <p className={`${classes.results} tabular`}>{total}</p>}
      <p role="status" className="visually-hidden">
        {said.text}
      </p>
    </>
  );
}

function totalOf({ total, totalIsExact }: SignupList): string {
  return totalIsExact ? formatCount(total, "résultat") : `plus de ${formatNumber(total)} résultats`;
}

function pagesOf(list: SignupList): string {
  return list.totalIsExact ? ` sur ${pageBounds(list).pages}` : "";
}

function detailsOf(
  list: SignupList,
  { status, search, answer, order }: ListParams,
  questionTexts: ResultsStatusProps["questionTexts"],
): string {
  const label = statusChoices.find(({ value }) => value === status)?.label ?? "";
  const question = answer.slice(0, answer.indexOf(":"));
  return [
    `statut : ${label}`,
    search && `recherche : ${search}`,
    answer && `réponse : ${questionText(questionTexts, question)}, ${answerOf(answer)}`,
    order === "desc" ? "les plus récentes d’abord" : "les plus anciennes d’abord",
    `page ${list.page}`,
  ]
    .filter(Boolean)
    .join(", ");
}

type NoSignupsProps = {
  audience: Audience;
  params: ListParams;
  /** The decisions since the screen was opened. */
  tally: Tally;
  onReset: (change: Partial<ListParams>) => void;
};

/** An empty list is a beginning, the end of a review, or a filter too narrow: the way on differs. */
export function NoSignups(props: NoSignupsProps) {
  return (
    <div id={emptyListId} tabIndex={-1}>
      <Reason {...props} />
    </div>
  );
}

/** All ways appear at once: none moves away from under a pointer. */
function WaysToBegin({ audience }: { audience: Audience }) {
  if (useMayAddSamples() === undefined) return null;
  return (
    <Group justify="center" gap="sm">
      <EmptyStateLink site={signUpPath(audience)}>Voir le formulaire d’inscription</EmptyStateLink>
      <AddSamples />
    </Group>
  );
}

function Reason({ audience, params, tally, onReset }: NoSignupsProps) {
  const isWhole = params.search === "" && params.answer === "";
  if (isWhole && params.status === "all") {
    return (
      <EmptyState title="Aucune inscription pour le moment" action={<WaysToBegin audience={audience} />}>
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
          <Button
            variant="default"
            onClick={() => onReset(isWhole ? { status: "all" } : { search: "", answer: "" })}
          >
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
        <Button variant="default" onClick={() => onReset({ search: "", status: "all", answer: "" })}>
          Effacer les filtres
        </Button>
      }
    >
      Essayez un autre statut, une autre réponse ou une autre recherche.
    </EmptyState>
  );
}

/** The result of a review, or that there was nothing to do. */
export function tallyText({ approved, rejected }: Tally): string {
  const parts = [
    approved > 0 && `${formatCount(approved, "inscription approuvée", "inscriptions approuvées")}`,
    rejected > 0 && `${formatCount(rejected, "rejetée", "rejetées")}`,
  ].filter(Boolean);
  if (parts.length === 0) return "Aucune inscription n’attend de décision.";
  return `${parts.join(", ")} : plus personne n’attend de réponse.`;
}
