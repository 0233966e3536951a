import { useState } from "react";
import type { SignupList } from "#contract/signup.schema.ts";
import { type ListParams, pageBounds } from "#web/admin/features/signups/list-params.ts";
import { formatCount, formatNumber } from "#web/lib/format.ts";
import { answerOf } from "./answer-filter.tsx";
import classes from "./list.module.css";
import { questionText } from "./signup-rows.ts";
import { statusChoices } from "./status-choices.ts";

type Props = {
  list: SignupList;
  params: ListParams;
  /** The rows are still those of what was asked for before. */
  isPast: boolean;
  questionTexts: ReadonlyMap<string, string>;
  /** Unless the empty list says already that nobody has signed up. */
  isDrawn: boolean;
};

/**
 * How much was found, always; filters, order and page are said with it to those who do not see them, once the answer to them is there. A
 * decision that changes the number is told by its own words.
 */
export function ResultsStatus({ list, params, isPast, questionTexts, isDrawn }: Props) {
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
  questionTexts: Props["questionTexts"],
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
