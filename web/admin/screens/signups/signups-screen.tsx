import { useMediaQuery } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { Audience } from "#contract/audience.ts";
import { ErrorAlert } from "#web/admin/ui/error-alert.tsx";
import { LoadingText } from "#web/admin/ui/loading-text.tsx";
import { audienceTexts } from "./audience-texts.ts";
import { BulkBar } from "./bulk/bulk-bar.tsx";
import { DeleteDialog } from "./detail/delete-dialog.tsx";
import { DetailDialog } from "./detail/detail-dialog.tsx";
import { NoSignups } from "./list/no-signups.tsx";
import { SignupCards } from "./list/signup-cards.tsx";
import { SignupTable } from "./list/signup-table.tsx";
import { SignupsHeader } from "./list/signups-header.tsx";
import { SignupsPagination } from "./list/signups-pagination.tsx";
import { SignupsToolbar } from "./list/signups-toolbar.tsx";
import { useHeldRows } from "./list/use-held-rows.ts";
import { useSelection } from "./list/use-selection.ts";
import { pageBounds } from "./list-params.ts";
import { signupListQuery } from "./signups.api.ts";
import { useDecision } from "./use-decision.tsx";
import { useSignupsAddress } from "./use-signups-address.ts";

/** 'Inscriptions à la bêta' and 'Inscriptions Marques': one screen, two audiences. */
export function SignupsScreen({ audience }: { audience: Audience }) {
  const address = useSignupsAddress();
  const { params } = address;
  const list = useQuery(signupListQuery(audience, params));
  const narrow = useMediaQuery("(max-width: 60em)", undefined, { getInitialValueInEffect: false });
  const selection = useSelection(params);
  const [deletingId, setDeletingId] = useState<string | null>(null);
  const [deletedId, setDeletedId] = useState<string | null>(null);
  // While it is being deleted, and until it has left the address, there is nothing to show of it.
  const detailId = deletingId === null && address.openId !== deletedId ? address.openId : null;
  const held = useHeldRows(list.data?.items ?? [], JSON.stringify([audience, params]));
  const decision = useDecision(audience, {
    onDecided: (decided) => {
      held.hold(decided);
      if (address.openId) address.close();
    },
    onUndone: held.letGo,
  });
  useLastPageWhenBeyond(list.data, address);

  const rows = {
    audience,
    items: held.shown,
    watch: held.watch,
    order: params.order,
    busyId: decision.busyId,
    selection,
    onSort: () => address.changeParams({ order: params.order === "desc" ? "asc" : "desc" }),
    onOpen: address.open,
    onDecide: decision.decide,
  };
  const Rows = narrow ? SignupCards : SignupTable;

  return (
    <>
      <SignupsHeader audience={audience} params={params} list={list} />
      <SignupsToolbar
        params={params}
        searchLabel={audienceTexts[audience].search}
        onChange={address.changeParams}
      />
      {decision.error && !address.openId && <ErrorAlert error={decision.error} onClose={decision.reset} />}
      {list.isPending && <LoadingText>Chargement des inscriptions…</LoadingText>}
      {list.error && (
        <ErrorAlert
          error={list.error}
          prefix="Erreur:"
          fallback="Erreur lors de la récupération des inscriptions"
          onRetry={() => void list.refetch()}
        />
      )}
      {list.data && !list.error && (
        <>
          <BulkBar audience={audience} params={params} list={list.data} selection={selection} />
          {held.shown.length === 0 ? (
            <NoSignups audience={audience} params={params} onReset={address.changeParams} />
          ) : (
            <Rows {...rows} />
          )}
          <SignupsPagination
            list={list.data}
            page={params.page}
            onPage={(page) => address.changeParams({ page })}
          />
        </>
      )}
      <DetailDialog
        audience={audience}
        id={detailId}
        decision={decision}
        onClose={address.close}
        onOpen={address.open}
        onDelete={setDeletingId}
      />
      <DeleteDialog
        audience={audience}
        id={deletingId}
        onCancel={() => setDeletingId(null)}
        onDeleted={() => {
          setDeletedId(deletingId);
          setDeletingId(null);
          address.close();
        }}
      />
    </>
  );
}

type Counted = { page: number; pageSize: number; total: number; totalIsExact: boolean; items: unknown[] };

/** Rows may vanish under a page that was the last one. */
function useLastPageWhenBeyond(
  list: Counted | undefined,
  { params, changeParams }: ReturnType<typeof useSignupsAddress>,
): void {
  const beyond = list && list.items.length === 0 && list.page > 1 && list.page === params.page;
  const lastPage = beyond ? Math.min(pageBounds(list).pages, list.page - 1) : null;
  useEffect(() => {
    if (lastPage !== null) changeParams({ page: lastPage }, { replace: true });
  }, [lastPage, changeParams]);
}
