import { Button, Text } from "@mantine/core";
import { useState } from "react";
import type { Audience } from "#contract/audience.ts";
import type { BulkAction, SignupList } from "#contract/signup.schema.ts";
import type { Selection } from "#web/admin/features/signups/list/use-selection.ts";
import type { ListParams } from "#web/admin/features/signups/list-params.ts";
import { formatCount, formatNumber } from "#web/lib/format.ts";
import classes from "./bulk.module.css";
import { BulkDialog } from "./bulk-dialog.tsx";
import { bulkTexts, selectionLabel } from "./bulk-texts.ts";

type Props = { audience: Audience; params: ListParams; list: SignupList; selection: Selection };

const actions = ["approve", "reject", "delete"] as const;

/** The actions on selected rows, and the switch from a page to all matches. */
export function BulkBar({ audience, params, list, selection }: Props) {
  const [action, setAction] = useState<BulkAction | null>(null);
  const label = selectionLabel(selection, list);
  if (selection.isEmpty && !action) return null;
  const { status, search, answer } = params;
  const start = (name: BulkAction["action"]) =>
    setAction(
      selection.all
        ? { action: name, all: true, status, search, answer, until: list.asOf }
        : { action: name, ids: [...selection.ids] },
    );
  return (
    <section className={classes.bulkBar} aria-label="Actions sur la sélection">
      <Text size="sm" fw={600} role="status">
        {label}
      </Text>
      {!selection.all && list.total > selection.ids.size && (
        <Button
          variant="subtle"
          size="compact-sm"
          className={classes.chooseAll ?? ""}
          onClick={selection.chooseAll}
        >
          {list.totalIsExact
            ? `Sélectionner les ${formatCount(list.total, "inscription")} qui correspondent`
            : `Sélectionner toutes celles qui correspondent (plus de ${formatNumber(list.total)})`}
        </Button>
      )}
      <Button variant="subtle" color="gray" size="compact-sm" onClick={selection.clear}>
        Tout désélectionner
      </Button>
      <div className={classes.bulkActions}>
        {actions.map((name) => (
          <Button
            key={name}
            size="xs"
            color={bulkTexts[name].color}
            variant={name === "approve" ? "filled" : "light"}
            onClick={() => start(name)}
          >
            {bulkTexts[name].verb}
          </Button>
        ))}
      </div>
      {action && (
        <BulkDialog
          audience={audience}
          action={action}
          label={label}
          onClose={(finished) => {
            setAction(null);
            if (finished) selection.clear();
          }}
        />
      )}
    </section>
  );
}
