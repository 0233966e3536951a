import { type BulkAction, type BulkEvent, bulkSkipMessages } from "#contract/signup.schema.ts";
import { formatCount, formatNumber } from "#web/lib/format.ts";

type Texts = { verb: string; done: string; color: string; warning: string };

export const bulkTexts: Record<BulkAction["action"], Texts> = {
  approve: {
    verb: "Approuver",
    done: "approuvée",
    color: "green",
    warning: "Seules les inscriptions en attente sont approuvées ; les autres restent telles quelles.",
  },
  reject: {
    verb: "Rejeter",
    done: "rejetée",
    color: "red",
    warning: "Seules les inscriptions en attente sont rejetées ; les autres restent telles quelles.",
  },
  delete: {
    verb: "Supprimer",
    done: "supprimée",
    color: "red",
    warning:
      "Les inscriptions et leurs réponses disparaissent pour de bon. On ne peut pas revenir en arrière.",
  },
};

type Chosen = { all: boolean; ids: ReadonlySet<string> };

/** "3 inscriptions sélectionnées", or all that match, exactly counted or not. */
export function selectionLabel(chosen: Chosen, list: { total: number; totalIsExact: boolean }): string {
  if (chosen.all && !list.totalIsExact)
    return `Plus de ${formatNumber(list.total)} inscriptions sélectionnées`;
  const count = chosen.all ? list.total : chosen.ids.size;
  return `${formatCount(count, "inscription")} ${count < 2 ? "sélectionnée" : "sélectionnées"}`;
}

type Result = Extract<BulkEvent, { type: "result" }>;

/** The result, then one line per reason for skipped sign-ups. */
export function reportLines(action: BulkAction["action"], { done, skipped }: Result): string[] {
  const word = bulkTexts[action].done;
  return [
    `${formatCount(done, "inscription")} ${done < 2 ? word : `${word}s`}.`,
    ...skipped
      .filter(({ count }) => count > 0)
      .map(
        ({ reason, count }) =>
          `${formatNumber(count)} laissée${count < 2 ? "" : "s"} de côté : ${bulkSkipMessages[reason]}.`,
      ),
  ];
}
