import { Paper, Text, Title } from "@mantine/core";
import { useId, useRef } from "react";
import { heldReasonLabels } from "#contract/referral-report.ts";
import { ColumnHeader, DataTable, RowHeader } from "#web/admin/ui/data-table.tsx";
import { ErrorAlert } from "#web/admin/ui/feedback.tsx";
import { MoreButton } from "#web/admin/ui/more-button.tsx";
import { useEagerInfiniteQuery } from "#web/admin/ui/prefetch.ts";
import { formatDateTime, formatNumber } from "#web/lib/format.ts";
import classes from "../sources/sources.module.css";
import shared from "../stats.module.css";
import { PersonLink } from "./person-link.tsx";
import { heldFriendsQuery, useReviewReferrals } from "./referrals.api.ts";
import { ReviewButtons } from "./review-buttons.tsx";

/** The suspicious friends, for which an administrator decides whether they count. Absent when none waits. */
export function HeldFriends() {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const list = useEagerInfiniteQuery(heldFriendsQuery);
  const review = useReviewReferrals();
  const friends = list.data?.pages.flatMap(({ items }) => items) ?? [];
  const total = list.data?.pages[0]?.total ?? 0;
  const hasFailed = list.isError || review.isError;
  if (friends.length === 0 && !hasFailed) return null;
  return (
    <Paper component="section" withBorder className={shared.panel ?? ""} aria-labelledby={id}>
      <Title order={2} size="h3" id={id} ref={heading} tabIndex={-1} mb="xs">
        À vérifier ({formatNumber(total)})
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        Ces amies ne comptent pas encore. Elles n’en savent rien : leur inscription suit son cours. Le choix
        contraire reste possible dans la liste des amies de chaque personne.
      </Text>
      <ErrorAlert
        error={list.error}
        fallback="Les amies à vérifier n’ont pas pu être chargées."
        onRetry={() => void list.refetch()}
      />
      <ErrorAlert
        error={review.error}
        fallback="Le choix n’a pas pu être enregistré."
        onClose={review.reset}
      />
      {friends.length > 0 && (
        <DataTable
          folds
          compact
          caption="Amies à vérifier, les plus récentes d’abord"
          head={
            <>
              <ColumnHeader>Amie</ColumnHeader>
              <ColumnHeader>Parrainée par</ColumnHeader>
              <ColumnHeader>Pourquoi</ColumnHeader>
              <ColumnHeader>Inscrite le</ColumnHeader>
              <ColumnHeader hidden>Actions</ColumnHeader>
            </>
          }
        >
          {friends.map((friend) => (
            <tr key={friend.id}>
              <RowHeader className={classes.person ?? ""}>
                <PersonLink person={friend} />
              </RowHeader>
              <td data-label="Parrainée par" className={classes.person}>
                <PersonLink person={friend.referrer} />
              </td>
              <td>{heldReasonLabels[friend.heldFor]}</td>
              <td data-label="Inscrite le">
                <span className={classes.date}>{formatDateTime(friend.createdAt)}</span>
              </td>
              <td className={classes.review}>
                <ReviewButtons friend={friend} review={review} onReviewed={() => heading.current?.focus()} />
              </td>
            </tr>
          ))}
        </DataTable>
      )}
      {list.hasNextPage && <MoreButton list={list} />}
    </Paper>
  );
}
