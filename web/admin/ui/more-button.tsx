import type { UseInfiniteQueryResult } from "@tanstack/react-query";
import { SavingButton } from "./buttons.tsx";

type Props = { list: Pick<UseInfiniteQueryResult, "isFetchingNextPage" | "fetchNextPage"> };

/** A button that loads the next page of a list. */
export function MoreButton({ list }: Props) {
  return (
    <SavingButton
      variant="default"
      loading={list.isFetchingNextPage}
      onClick={() => void list.fetchNextPage()}
    >
      Afficher plus
    </SavingButton>
  );
}
