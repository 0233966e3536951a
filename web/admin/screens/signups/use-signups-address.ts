import { useCallback } from "react";
import { useAddress } from "#web/admin/ui/address/use-address.ts";
import { fromFirstPage, type ListParams, signupsAddress } from "./list-params.ts";

/** The list's filters and the opened sign-up, both kept in the address. */
export function useSignupsAddress() {
  const { state, change } = useAddress(signupsAddress);
  const { signup, ...params } = state;
  const changeParams = useCallback(
    (next: Partial<ListParams>, options?: { replace?: boolean }) => change(fromFirstPage(next), options),
    [change],
  );
  return {
    params,
    changeParams,
    openId: signup,
    open: (id: string) => change({ signup: id }),
    /** From one opened sign-up to another: 'Back' closes the dialog. */
    step: (id: string) => change({ signup: id }, { replace: true }),
    turn: (next: (page: number) => number) => change(({ page }) => ({ page: next(page) })),
    turnTo: (page: number) => change({ page }, { replace: signup !== null }),
    close: () => change({ signup: null }, { replace: true }),
  };
}

export type SignupsAddress = ReturnType<typeof useSignupsAddress>;
