import { Button } from "@mantine/core";
import { IconSearchOff } from "@tabler/icons-react";
import type { Audience } from "#contract/audience.ts";
import { audienceTexts } from "#web/admin/screens/signups/audience-texts.ts";
import type { ListParams } from "#web/admin/screens/signups/list-params.ts";
import { EmptyState } from "#web/admin/ui/empty-state.tsx";

type Props = { audience: Audience; params: ListParams; onReset: (change: Partial<ListParams>) => void };

/** An empty list is either a beginning or a filter too narrow: the way on differs. */
export function NoSignups({ audience, params, onReset }: Props) {
  if (params.search === "" && params.status === "all") {
    return <EmptyState title="Aucune inscription pour le moment">{audienceTexts[audience].empty}</EmptyState>;
  }
  return (
    <EmptyState
      icon={IconSearchOff}
      title="Aucune inscription ne correspond"
      action={
        <Button variant="default" onClick={() => onReset({ search: "", status: "all" })}>
          Effacer les filtres
        </Button>
      }
    >
      Essayez un autre statut ou une autre recherche.
    </EmptyState>
  );
}
