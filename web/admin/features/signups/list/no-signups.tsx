import { Button, Group } from "@mantine/core";
import { IconCircleCheck, IconSearchOff } from "@tabler/icons-react";
import type { Audience } from "#contract/audience.ts";
import { signUpPath } from "#contract/signup-words.ts";
import { audienceTexts } from "#web/admin/features/signups/audience-texts.ts";
import type { ListParams } from "#web/admin/features/signups/list-params.ts";
import { emptyListId } from "#web/admin/features/signups/review/use-row-focus.ts";
import type { Tally } from "#web/admin/features/signups/use-decision.ts";
import { EmptyState } from "#web/admin/ui/empty-state.tsx";
import { EmptyStateLink } from "#web/admin/ui/empty-state-link.tsx";
import { AddSamples } from "#web/admin/ui/first-run/add-samples.tsx";
import { useMayAddSamples } from "#web/admin/ui/first-run/samples.api.ts";
import { tallyText } from "./tally-text.ts";

type Props = {
  audience: Audience;
  params: ListParams;
  /** What was decided since the screen was opened. */
  tally: Tally;
  onReset: (change: Partial<ListParams>) => void;
};

/** An empty list is a beginning, the end of a review, or a filter too narrow: the way on differs. */
export function NoSignups(props: Props) {
  return (
    <div id={emptyListId} tabIndex={-1}>
      <Reason {...props} />
    </div>
  );
}

/** All ways appear at once: none moves away from under a pointer. */
function WaysToBegin({ audience }: { audience: Audience }) {
  if (useMayAddSamples() === undefined) return null;
  return (
    <Group justify="center" gap="sm">
      <EmptyStateLink site={signUpPath(audience)}>Voir le formulaire d’inscription</EmptyStateLink>
      <AddSamples />
    </Group>
  );
}

function Reason({ audience, params, tally, onReset }: Props) {
  const isWhole = params.search === "" && params.answer === "";
  if (isWhole && params.status === "all") {
    return (
      <EmptyState title="Aucune inscription pour le moment" action={<WaysToBegin audience={audience} />}>
        {audienceTexts[audience].empty}
      </EmptyState>
    );
  }
  const isReviewed = tally.approved + tally.rejected > 0;
  if (params.status === "pending" && (isWhole || isReviewed)) {
    return (
      <EmptyState
        icon={IconCircleCheck}
        title={isWhole ? "Tout est décidé" : "Tout est décidé dans cette recherche"}
        action={
          <Button
            variant="default"
            onClick={() => onReset(isWhole ? { status: "all" } : { search: "", answer: "" })}
          >
            {isWhole ? "Voir toutes les inscriptions" : "Effacer les filtres"}
          </Button>
        }
      >
        {tallyText(tally)}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={IconSearchOff}
      title="Aucune inscription ne correspond"
      action={
        <Button variant="default" onClick={() => onReset({ search: "", status: "all", answer: "" })}>
          Effacer les filtres
        </Button>
      }
    >
      Essayez un autre statut, une autre réponse ou une autre recherche.
    </EmptyState>
  );
}
