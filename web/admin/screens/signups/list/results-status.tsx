import type { SignupList } from "#contract/signup.schema.ts";
import { type ListParams, pageBounds } from "#web/admin/screens/signups/list-params.ts";
import { formatCount, formatNumber } from "#web/lib/format.ts";
import classes from "./list.module.css";
import { statusChoices } from "./status-choices.ts";

type Props = { list: SignupList; params: ListParams };

/** How much was found, always; filters, order and page follow for those who do not see them. */
export function ResultsStatus({ list, params }: Props) {
  return (
    <p role="status" className={`${classes.results} tabular`}>
      {list.totalIsExact
        ? formatCount(list.total, "résultat")
        : `plus de ${formatNumber(list.total)} résultats`}
      <span className="visually-hidden">, {detailsOf(list, params)}</span>
    </p>
  );
}

function detailsOf(list: SignupList, { status, search, answer, order }: ListParams): string {
  const { pages } = pageBounds(list);
  const label = statusChoices.find(({ value }) => value === status)?.label ?? "";
  return [
    `statut : ${label}`,
    search && `recherche : ${search}`,
    answer && `réponse : ${answer.slice(answer.indexOf(":") + 1)}`,
    order === "desc" ? "les plus récentes d’abord" : "les plus anciennes d’abord",
    `page ${list.page}${list.totalIsExact ? ` sur ${pages}` : ""}`,
  ]
    .filter(Boolean)
    .join(", ");
}
