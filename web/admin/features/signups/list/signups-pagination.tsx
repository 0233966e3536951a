import { IconChevronLeft, IconChevronRight, IconChevronsLeft, IconChevronsRight } from "@tabler/icons-react";
import { memo } from "react";
import { pageBounds } from "#web/admin/features/signups/list-params.ts";
import { RowButton } from "#web/admin/ui/row/row-parts.tsx";
import { formatNumber } from "#web/lib/format.ts";
import classes from "./list.module.css";

type Props = {
  list: { page: number; pageSize: number; total: number; totalIsExact: boolean; items: unknown[] };
  /** The page that was asked for; until its answer is there `list` is the one before. */
  page: number;
  /** From the newest page on: two quick clicks on 'next' turn two pages. */
  onTurn: (next: (page: number) => number) => void;
};

/** Only where there is more than one page. A total that was not counted to the end says so. */
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
