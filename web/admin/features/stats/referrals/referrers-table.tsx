import { Group, UnstyledButton } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { IconChevronDown, IconChevronRight } from "@tabler/icons-react";
import { useState } from "react";
import type { Referrer } from "#contract/referral-report.schema.ts";
import { friendStateLabels, heldReasonLabels } from "#contract/referral-report.ts";
import { SavingButton } from "#web/admin/ui/buttons.tsx";
import { ColumnHeader, DataTable, RowHeader } from "#web/admin/ui/data-table.tsx";
import { ErrorAlert, LoadingText } from "#web/admin/ui/feedback.tsx";
import { MoreButton } from "#web/admin/ui/more-button.tsx";
import { useEagerInfiniteQuery } from "#web/admin/ui/prefetch.ts";
import { Pill } from "#web/admin/ui/row-parts.tsx";
import { formatCount, formatDateTime, formatName, formatNumber } from "#web/lib/format.ts";
import classes from "../sources/sources.module.css";
import { PersonLink } from "./person-link.tsx";
import { friendsQuery, type ReferralsFilters, referrersQuery, useReviewReferrals } from "./referrals.api.ts";
import { ReviewButtons } from "./review-buttons.tsx";

const columns = 5;

/** The people who brought friends. Each row expands to the friends. */
export function ReferrersTable({ filters }: { filters: ReferralsFilters }) {
  const list = useEagerInfiniteQuery(referrersQuery(filters));
  const referrers = list.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <>
      {list.isPending && <LoadingText />}
      <ErrorAlert
        error={list.error}
        fallback="La liste n’a pas pu être chargée."
        onRetry={() => void list.refetch()}
      />
      {referrers.length > 0 && (
        <DataTable
          folds
          caption="Personnes qui ont parrainé, les meilleures en premier"
          head={
            <>
              <ColumnHeader>Personne</ColumnHeader>
              <ColumnHeader data-number>Amies qui comptent</ColumnHeader>
              <ColumnHeader data-number>Amies inscrites</ColumnHeader>
              <ColumnHeader data-number>À vérifier</ColumnHeader>
              <ColumnHeader hidden>Amies</ColumnHeader>
            </>
          }
        >
          {referrers.map((referrer) => (
            <ReferrerRows key={referrer.id} referrer={referrer} />
          ))}
        </DataTable>
      )}
      {list.hasNextPage && <MoreButton list={list} />}
    </>
  );
}

function ReferrerRows({ referrer }: { referrer: Referrer }) {
  const [open, setOpen] = useState(false);
  const Chevron = open ? IconChevronDown : IconChevronRight;
  return (
    <>
      <tr>
        <RowHeader className={classes.referrer ?? ""}>
          <PersonLink person={referrer} />
        </RowHeader>
        <td data-number data-beside data-label="Amies qui comptent">
          {formatNumber(referrer.friends)}
        </td>
        <td data-number data-beside data-label="Amies inscrites">
          {formatNumber(referrer.brought)}
        </td>
        <td data-number data-beside data-label="À vérifier">
          {formatNumber(referrer.held)}
        </td>
        <td>
          <UnstyledButton
            className={classes.unfold ?? ""}
            aria-expanded={open}
            onClick={() => setOpen(!open)}
          >
            <Chevron size={16} aria-hidden /> Amies
            <span className="visually-hidden"> de {formatName(referrer)}</span>
          </UnstyledButton>
        </td>
      </tr>
      {open && <FriendRows referrer={referrer} />}
    </>
  );
}

/** The friends of one person, without a limit to the period. */
function FriendRows({ referrer: { id, held, ...referrer } }: { referrer: Referrer }) {
  const list = useEagerInfiniteQuery(friendsQuery(id));
  const review = useReviewReferrals();
  const friends = list.data?.pages.flatMap(({ items }) => items) ?? [];
  const { isPending, variables } = review;
  const running = isPending && "referrerId" in variables && variables.verdict;
  const reviewAll = (verdict: "accepted" | "refused") =>
    review.mutate(
      { verdict, referrerId: id },
      {
        onSuccess: ({ reviewed }) =>
          notifications.show({
            message:
              verdict === "accepted"
                ? `${formatCount(reviewed, "parrainage accepté", "parrainages acceptés")}.`
                : `${formatCount(reviewed, "amie ne compte pas", "amies ne comptent pas")}.`,
          }),
      },
    );
  const name = formatName(referrer);
  return (
    <>
      {friends.map((friend) => (
        <tr key={friend.id} className={classes.detail}>
          <RowHeader className={classes.referrer ?? ""}>
            <PersonLink person={friend} />
          </RowHeader>
          <td colSpan={2}>
            <Pill tone={friend.state === "counted" ? "green" : "gray"}>
              {friendStateLabels[friend.state]}
            </Pill>{" "}
            {friend.state === "held" && friend.heldFor && heldReasonLabels[friend.heldFor]}
          </td>
          <td data-label="Inscrite le">
            <span className={classes.date}>{formatDateTime(friend.createdAt)}</span>
          </td>
          <td className={classes.review}>
            <ReviewButtons friend={friend} review={review} />
          </td>
        </tr>
      ))}
      {(list.isPending || list.isError || review.isError || list.hasNextPage || held > 0) && (
        <tr className={classes.detail}>
          <td colSpan={columns}>
            {list.isPending && <LoadingText />}
            <ErrorAlert
              error={list.error}
              fallback="Les amies n’ont pas pu être chargées."
              onRetry={() => void list.refetch()}
            />
            <ErrorAlert
              error={review.error}
              fallback="Le choix n’a pas pu être enregistré."
              onClose={review.reset}
            />
            <Group gap="xs">
              {list.hasNextPage && <MoreButton list={list} />}
              {held > 0 && (
                <>
                  <SavingButton
                    size="xs"
                    variant="light"
                    color="green"
                    aria-label={`Compter toutes les amies à vérifier de ${name}`}
                    loading={running === "accepted"}
                    disabled={review.isPending}
                    onClick={() => reviewAll("accepted")}
                  >
                    Compter toutes celles à vérifier
                  </SavingButton>
                  <SavingButton
                    size="xs"
                    variant="light"
                    color="red"
                    aria-label={`Ne compter aucune des amies à vérifier de ${name}`}
                    loading={running === "refused"}
                    disabled={review.isPending}
                    onClick={() => reviewAll("refused")}
                  >
                    N’en compter aucune
                  </SavingButton>
                </>
              )}
            </Group>
          </td>
        </tr>
      )}
    </>
  );
}
