import { Button, Text } from "@mantine/core";
import { IconCheck, IconTrash, IconX } from "@tabler/icons-react";
import { useCallback, useState } from "react";
import type { Audience } from "#contract/audience.ts";
import type { BulkAction } from "#contract/decisions.schema.ts";
import type { SignupList } from "#contract/signup-list.schema.ts";
import { bulkBar } from "#web/admin/ui/measured-bar.ts";
import { formatCount, formatNumber } from "#web/lib/format.ts";
import { type ListParams, readConditions } from "../signups-address.ts";
import { bulkTexts, selectionLabel } from "../signups-texts.ts";
import classes from "./bulk.module.css";
import { BulkDialog } from "./bulk-dialog.tsx";

type Props = {
  audience: Audience;
  params: ListParams;
  /** Undefined while no rows are shown: then no action begins, and the report of the last one stays. */
  list: SignupList | undefined;
  selection: Selection;
};

/** The buttons look as in the list and in an opened sign-up. */
const actions = [
  { name: "approve", variant: "filled", ActionIcon: IconCheck },
  { name: "reject", variant: "light", ActionIcon: IconX },
  { name: "delete", variant: "subtle", ActionIcon: IconTrash },
] as const;

/** The actions on selected rows, and the switch from a page to all matches. */
export function BulkBar({ audience, params, list, selection }: Props) {
  const [begun, setBegun] = useState<{ action: BulkAction; label: string } | null>(null);
  return (
    <>
      {list && !selection.isEmpty && (
        <ActionButtons params={params} list={list} selection={selection} onBegin={setBegun} />
      )}
      {begun && (
        <BulkDialog
          audience={audience}
          {...begun}
          onClose={(finished) => {
            setBegun(null);
            if (finished) selection.clear();
          }}
        />
      )}
    </>
  );
}

type ButtonsProps = Pick<Props, "params" | "selection"> & {
  list: SignupList;
  onBegin: (begun: { action: BulkAction; label: string }) => void;
};

function ActionButtons({ params, list, selection, onBegin }: ButtonsProps) {
  const label = selectionLabel(selection, list);
  const { status, search, answer, segment, conditions: text, invitation } = params;
  const conditions = readConditions(text);
  const start = (name: BulkAction["action"]) =>
    onBegin({
      label,
      action: selection.all
        ? {
            action: name,
            all: true,
            status,
            search,
            answer,
            segment,
            conditions,
            invitation,
            until: list.asOf,
          }
        : { action: name, ids: [...selection.ids] },
    });
  return (
    <section ref={bulkBar} className={classes.bulkBar} aria-label="Actions sur la sélection" data-bulk-bar>
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
        {actions.map(({ name, variant, ActionIcon }) => (
          <Button
            key={name}
            size="xs"
            color={bulkTexts[name].color}
            variant={variant}
            leftSection={<ActionIcon size={16} aria-hidden />}
            onClick={() => start(name)}
          >
            {bulkTexts[name].verb}
          </Button>
        ))}
      </div>
    </section>
  );
}

type Selected = { filter: string; ids: ReadonlySet<string>; all: boolean };

/**
 * The rows selected for an action: single rows on any page, or all matches of the filter. A selection belongs to its filter:
 * a change of the filter empties it, so that an action never changes rows that the admin does not see.
 * @param isPast true while the rows of the previous filter or page are shown, which cannot be selected
 */
export function useSelection(
  { status, search, answer, segment, conditions, invitation }: ListParams,
  isPast: boolean,
) {
  const filter = JSON.stringify([status, search, answer, segment, conditions, invitation]);
  const none: Selected = { filter, ids: new Set(), all: false };
  const [stored, setStored] = useState(none);
  const selected = stored.filter === filter ? stored : none;

  const setMany = (ids: string[], chosen: boolean) => {
    if (isPast) return;
    const next = new Set(selected.ids);
    for (const id of ids) chosen ? next.add(id) : next.delete(id);
    setStored({ filter, ids: next, all: false });
  };
  return {
    ids: selected.ids,
    all: selected.all,
    isEmpty: !selected.all && selected.ids.size === 0,
    has: (id: string) => selected.all || selected.ids.has(id),
    setMany,
    /** Takes out a row that was decided or deleted singly. A selection of all matches stays, because its filter decides. */
    leave: (id: string) => {
      setStored((now) => ({ ...now, ids: new Set([...now.ids].filter((other) => other !== id)) }));
    },
    chooseAll: () => setStored({ filter, ids: new Set(), all: true }),
    clear: useCallback(() => setStored({ filter: "", ids: new Set(), all: false }), []),
  };
}

export type Selection = ReturnType<typeof useSelection>;
