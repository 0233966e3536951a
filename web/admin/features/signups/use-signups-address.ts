import { useMemo } from "react";
import { useAddress } from "#web/admin/ui/use-address.ts";
import { useSame } from "#web/admin/ui/use-same.ts";
import { fromFirstPage, type ListParams, signupsAddress } from "./list-params.ts";

/** The list's filters and the opened sign-up, both kept in the address. */
export function useSignupsAddress() {
  const { state, change } = useAddress(signupsAddress);
  const { signup, page, ...rest } = state;
  // Neither another page nor an opened sign-up changes a filter.
  const filters = useSame(rest);
  const steady = useMemo(
    () => ({
      changeParams: (next: Partial<ListParams>, options?: { replace?: boolean }) =>
        change(fromFirstPage(next), options),
      open: (id: string) => change({ signup: id }),
      /** From one opened sign-up to another: 'Back' closes the dialog. */
      step: (id: string) => change({ signup: id }, { replace: true }),
      turn: (next: (page: number) => number) => change(({ page }) => ({ page: next(page) })),
      close: () => change({ signup: null }, { replace: true }),
    }),
    [change],
  );
  return {
    ...steady,
    filters,
    params: useMemo(() => ({ ...filters, page }), [filters, page]),
    openId: signup,
    turnTo: (page: number) => change({ page }, { replace: signup !== null }),
  };
}

export type SignupsAddress = ReturnType<typeof useSignupsAddress>;
