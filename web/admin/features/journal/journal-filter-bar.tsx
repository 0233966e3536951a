import { Button, type OptionsFilter, Select, TextInput } from "@mantine/core";
import { type FormEvent, useEffect, useState } from "react";
import { type JournalAction, journalActionKeys, journalActions } from "#contract/journal.ts";
import { matchesText } from "#web/admin/ui/text-match.ts";
import classes from "./journal.module.css";
import type { JournalFilters } from "./journal-address.ts";

type Props = { filters: JournalFilters; onChange: (next: Partial<JournalFilters>) => void };

const actions = journalActionKeys.map((value) => ({ value, label: journalActions[value] }));
const matchingActions: OptionsFilter = ({ options, search }) =>
  options.filter((option) => "label" in option && matchesText(option.label, search));

export function JournalFilterBar({ filters, onChange }: Props) {
  const [draft, setDraft] = useState(filters);
  // The address may change by itself: back button, cleared filters.
  useEffect(() => setDraft(filters), [filters]);
  const edit = (next: Partial<JournalFilters>) => setDraft((current) => ({ ...current, ...next }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onChange({ ...draft, actor: draft.actor.trim() });
  };
  return (
    <form onSubmit={submit} aria-label="Filtrer le journal">
      <div className={classes.filters}>
        <Select
          label="Action"
          className={classes.wide ?? ""}
          placeholder="Toutes"
          searchable
          filter={matchingActions}
          clearable
          clearButtonProps={{ "aria-label": "Toutes les actions" }}
          nothingFoundMessage="Aucune action de ce nom"
          data={actions}
          value={draft.action || null}
          onChange={(value) => edit({ action: (value ?? "") as JournalAction | "" })}
        />
        <TextInput
          label="Auteur"
          className={classes.wide ?? ""}
          placeholder="adresse e-mail"
          value={draft.actor}
          onChange={(event) => edit({ actor: event.currentTarget.value })}
        />
        <TextInput
          label="Du"
          type="date"
          value={draft.from}
          {...(draft.to && { max: draft.to })}
          onChange={(event) => edit({ from: event.currentTarget.value })}
        />
        <TextInput
          label="Au"
          type="date"
          value={draft.to}
          {...(draft.from && { min: draft.from })}
          onChange={(event) => edit({ to: event.currentTarget.value })}
        />
        <Button type="submit" className={classes.wide ?? ""}>
          Filtrer
        </Button>
      </div>
    </form>
  );
}
