import { useCallbackRef, useMediaQuery } from "@mantine/hooks";
import { useMemo, useState } from "react";
import { flushSync } from "react-dom";
import type { Audience } from "#contract/audience.ts";
import type { SignupSummary } from "#contract/signup-list.schema.ts";
import { ErrorAlert, LoadingText } from "#web/admin/ui/feedback.tsx";
import type { Prefetcher } from "#web/admin/ui/prefetch.ts";
import { questionsQuery } from "#web/admin/ui/questions.api.ts";
import { useCurrentAdmin } from "#web/admin/ui/session.api.ts";
import { BulkBar, useSelection } from "./bulk/bulk-bar.tsx";
import { readColumns } from "./columns.ts";
import { useDecisionMail } from "./decision-mail.tsx";
import { DecisionError, DetailDialog } from "./detail/detail-dialog.tsx";
import { DeleteDialog } from "./detail/signup-facts.tsx";
import { NoSignups, ResultsStatus, SignupsPagination } from "./list/list-status.tsx";
import { SignupCards } from "./list/signup-cards.tsx";
import { SignupTable } from "./list/signup-table.tsx";
import { SignupsHeader } from "./list/signups-header.tsx";
import { SignupsToolbar } from "./list/signups-toolbar.tsx";
import { ReviewBar } from "./review/review-bar.tsx";
import { useReview, useRowFocus } from "./review/use-review.ts";
import { useListKeys } from "./review/use-review-keys.ts";
import { signupListQuery, useQuestionTexts } from "./signups.api.ts";
import { allSignups, isEmptyUnfilteredList, useSignupsAddress } from "./signups-address.ts";
import { useDecision } from "./use-decision.tsx";
import { useHeldRows, useSignupList } from "./use-signup-list.ts";

/** Prefetches the data with which an audience's list opens. */
export function prefetchSignups({ prefetchQuery }: Prefetcher, audience: Audience): void {
  prefetchQuery(signupListQuery(audience, allSignups, () => undefined));
  prefetchQuery(questionsQuery);
}

/** 'Inscriptions à la bêta' and 'Inscriptions Marques': one screen, two audiences. */
export function SignupsScreen({ audience }: { audience: Audience }) {
  const address = useSignupsAddress();
  const { params, filters } = address;
  const { list, arrivals, showArrivals, refresh } = useSignupList(audience, address);
  const narrow = useMediaQuery("(max-width: 60em)", undefined, { getInitialValueInEffect: false });
  const { density } = useCurrentAdmin().preferences;
  const questionTexts = useQuestionTexts();
  const selection = useSelection(params, list.isPlaceholderData);
  const [deleting, setDeleting] = useState<SignupSummary | null>(null);
  const [deletedId, setDeletedId] = useState<string | null>(null);
  // A deleted sign-up that is still in the address is not shown in the dialog.
  const detailId = address.openId === deletedId ? null : address.openId;
  const held = useHeldRows(list.data?.items ?? [], JSON.stringify([audience, params]));
  const review = useReview({ audience, address, list, rows: held.shown });
  const mail = useDecisionMail(audience);
  const decision = useDecision(audience, {
    onDeciding: (signup) => {
      selection.leave(signup.id);
      held.decided(signup, address.openId === null);
      review.advanceOptimistically(signup);
    },
    onDecided: (decided) => {
      review.goOn(decided);
      void mail.announce(decided);
    },
    onRefused: ({ id }) => held.letGo(id),
    onUndoing: (signup) => {
      flushSync(() => held.putBack(signup.id));
      review.returnOptimistically(signup);
    },
    onUndone: (signup) => {
      mail.drop(signup.id);
      review.comeBack(signup);
    },
    onExtended: mail.extend,
    onUndoSettled: ({ id }) => held.letGo(id),
  });
  useListKeys({ rows: held.shown, decision, review, selection, onOpen: address.open });
  useRowFocus(held.shown.map(({ id }) => id));

  const rows = {
    audience,
    selection,
    openedId: detailId,
    density,
    questionTexts,
    items: held.shown,
    watch: held.watch,
    order: params.order,
    columns: useMemo(() => readColumns(audience, params.columns), [audience, params.columns]),
    onSort: useCallbackRef(() => address.changeParams({ order: params.order === "desc" ? "asc" : "desc" })),
    onSelect: useCallbackRef((id: string, chosen: boolean) => selection.setMany([id], chosen)),
    onOpen: address.open,
    onDecide: decision.decide,
  };
  const onDeleted = () => {
    if (deleting) {
      mail.drop(deleting.id);
      selection.leave(deleting.id);
    }
    // Removes the form of the note first, whose unsaved text would ask before the address changes.
    flushSync(() => {
      setDeletedId(deleting?.id ?? null);
      setDeleting(null);
    });
    address.close();
  };
  const shownList = list.error ? undefined : list.data;
  const counts = list.data?.counts ?? null;
  const nothingYet = !list.isPlaceholderData && isEmptyUnfilteredList(params, list.data);
  const Rows = narrow ? SignupCards : SignupTable;

  return (
    <>
      <SignupsHeader
        audience={audience}
        filters={filters}
        onRefresh={refresh}
        mayExport={!nothingYet}
        limited={list.data?.limited ?? 0}
      />
      <SignupsToolbar
        audience={audience}
        filters={filters}
        counts={nothingYet ? null : counts}
        onChange={address.changeParams}
      />
      {!address.openId && <DecisionError decision={decision} />}
      {list.isPending && <LoadingText>Chargement des inscriptions…</LoadingText>}
      {list.error && (
        <ErrorAlert
          error={list.error}
          prefix="Erreur:"
          fallback="Erreur lors de la récupération des inscriptions"
          onRetry={() => void list.refetch()}
        />
      )}
      {!list.isPending && (
        <ReviewBar
          decision={decision}
          mailedId={mail.waiting}
          arrivals={arrivals}
          onShowArrivals={showArrivals}
        >
          {shownList && (
            <ResultsStatus
              list={shownList}
              params={params}
              isPast={list.isPlaceholderData}
              questionTexts={questionTexts}
              isDrawn={!nothingYet}
            />
          )}
        </ReviewBar>
      )}
      <BulkBar audience={audience} params={params} list={shownList} selection={selection} />
      {shownList && (
        <>
          {held.shown.length === 0 ? (
            <NoSignups
              audience={audience}
              params={params}
              tally={decision.tally}
              onReset={address.changeParams}
            />
          ) : (
            <Rows {...rows} />
          )}
          <SignupsPagination list={shownList} page={params.page} onTurn={address.turn} />
        </>
      )}
      <DetailDialog
        audience={audience}
        id={detailId}
        decision={decision}
        review={review}
        pending={counts?.pending}
        onClose={address.close}
        onOpen={address.open}
        onDelete={setDeleting}
      />
      {mail.preview}
      <DeleteDialog
        audience={audience}
        signup={deleting}
        onCancel={() => setDeleting(null)}
        onDeleted={onDeleted}
      />
    </>
  );
}
