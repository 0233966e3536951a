import { ActionIcon, Group, Text } from "@mantine/core";
import { IconChevronLeft, IconChevronRight, IconChevronsLeft, IconChevronsRight } from "@tabler/icons-react";
import { pageBounds } from "#web/admin/screens/signups/list-params.ts";
import { formatNumber } from "#web/lib/format.ts";

type Props = {
  list: { page: number; pageSize: number; total: number; totalIsExact: boolean; items: unknown[] };
  /** The page that was asked for; until its answer is there `list` is the one before. */
  page: number;
  onPage: (page: number) => void;
};

/** Only where there is more than one page. A total that was not counted to the end says so. */
export function SignupsPagination({ list, page, onPage }: Props) {
  const { first, last, pages } = pageBounds(list);
  if (pages <= 1 && list.page <= 1) return null;
  const total = list.totalIsExact ? formatNumber(list.total) : `plus de ${formatNumber(list.total)}`;
  const hasNext = list.totalIsExact ? page < pages : page < list.page || list.items.length === list.pageSize;
  return (
    <Group component="nav" aria-label="Pagination" justify="space-between" mt="md" className="tabular">
      <Text size="sm" c="dimmed">
        Affichage de {formatNumber(first)} à {formatNumber(Math.max(last, first - 1 + list.items.length))} sur{" "}
        {total} inscriptions
      </Text>
      <Group gap={4}>
        <PageButton
          label="Première page"
          icon={IconChevronsLeft}
          page={1}
          disabled={page <= 1}
          onPage={onPage}
        />
        <PageButton
          label="Page précédente"
          icon={IconChevronLeft}
          page={page - 1}
          disabled={page <= 1}
          onPage={onPage}
        />
        <Text size="sm" px="xs" aria-current="page">
          Page {formatNumber(list.page)} /{" "}
          {list.totalIsExact ? formatNumber(pages) : `plus de ${formatNumber(pages)}`}
        </Text>
        <PageButton
          label="Page suivante"
          icon={IconChevronRight}
          page={page + 1}
          disabled={!hasNext}
          onPage={onPage}
        />
        {list.totalIsExact && (
          <PageButton
            label="Dernière page"
            icon={IconChevronsRight}
            page={pages}
            disabled={!hasNext}
            onPage={onPage}
          />
        )}
      </Group>
    </Group>
  );
}

type ButtonProps = {
  label: string;
  icon: typeof IconChevronLeft;
  page: number;
  disabled: boolean;
  onPage: (page: number) => void;
};

function PageButton({ label, icon: PageIcon, page, disabled, onPage }: ButtonProps) {
  return (
    <ActionIcon
      variant="default"
      size="lg"
      aria-label={label}
      disabled={disabled}
      onClick={() => onPage(page)}
    >
      <PageIcon size={18} aria-hidden />
    </ActionIcon>
  );
}
