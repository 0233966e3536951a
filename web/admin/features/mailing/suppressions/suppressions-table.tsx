import { Button, Card, Stack, Text, TextInput } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { type FormEvent, useId, useState } from "react";
import { limits } from "#contract/limits.ts";
import { suppressionReasonLabels } from "#contract/privacy.ts";
import { type Suppression, suppressionMessages } from "#contract/suppressions.schema.ts";
import { EventList } from "#web/admin/mail-kit/event-list.tsx";
import { AdminDialog } from "#web/admin/ui/admin-dialog.tsx";
import { SavingButton } from "#web/admin/ui/buttons.tsx";
import { ColumnHeader, DataTable, RowHeader } from "#web/admin/ui/data-table.tsx";
import { ErrorAlert } from "#web/admin/ui/feedback.tsx";
import { focusRefusedField } from "#web/admin/ui/focus.ts";
import { RowButton, RowCheckbox } from "#web/admin/ui/row-parts.tsx";
import { ApiFailure } from "#web/lib/api.ts";
import { formatDateTime } from "#web/lib/format.ts";
import { useLiftSuppressions } from "./suppressions.api.ts";
import classes from "./suppressions.module.css";

type Props = {
  items: Suppression[];
  /** The ids of the selected suppressions. */
  selected: ReadonlySet<string>;
  onSelect: (selected: ReadonlySet<string>) => void;
  onLift: (suppression: Suppression) => void;
};

export function SuppressionsTable({ items, selected, onSelect, onLift }: Props) {
  const toggle = (id: string) => {
    const next = new Set(selected);
    if (!next.delete(id)) next.add(id);
    onSelect(next);
  };
  return (
    <Card withBorder padding={0}>
      <DataTable
        folds
        caption="Adresses bloquées, les plus récentes d’abord"
        head={
          <>
            <ColumnHeader hidden>Choisir</ColumnHeader>
            <ColumnHeader>Adresse</ColumnHeader>
            <ColumnHeader>Motif</ColumnHeader>
            <ColumnHeader>Depuis</ColumnHeader>
            <ColumnHeader>Origine</ColumnHeader>
            <ColumnHeader hidden>Action</ColumnHeader>
          </>
        }
      >
        {items.map((item) => (
          <SuppressionRow
            key={item.id}
            item={item}
            isSelected={selected.has(item.id)}
            onToggle={() => toggle(item.id)}
            onLift={() => onLift(item)}
          />
        ))}
      </DataTable>
    </Card>
  );
}

type RowProps = { item: Suppression; isSelected: boolean; onToggle: () => void; onLift: () => void };

function SuppressionRow({ item, isSelected, onToggle, onLift }: RowProps) {
  const { email, reason, scope, at, source, until, events } = item;
  const label = suppressionReasonLabels[reason];
  return (
    <tr>
      <td data-pick>
        {reason !== "limited" && (
          <RowCheckbox
            name={`Choisir ${email ?? suppressionMessages.erased} (${label})`}
            checked={isSelected}
            onChange={onToggle}
          />
        )}
      </td>
      <RowHeader>
        {email ?? (
          <Text span c="dimmed" fs="italic">
            {suppressionMessages.erased}
          </Text>
        )}
      </RowHeader>
      <td>
        {label}
        {scope === "all" && (
          <Text size="sm" c="dimmed">
            Aucun message
          </Text>
        )}
        {until !== null && (
          <Text size="sm" c="dimmed">
            Jusqu’au <time dateTime={until}>{formatDateTime(until)}</time>
          </Text>
        )}
        {events.length > 0 && (
          <details className={classes.details}>
            <summary>Retours</summary>
            <EventList events={events} />
          </details>
        )}
      </td>
      <td data-beside data-label="Depuis" className={classes.date}>
        <time dateTime={at}>{formatDateTime(at)}</time>
      </td>
      <td data-beside>{source}</td>
      <td>
        {reason === "limited" ? (
          <Text size="sm" c="dimmed">
            {suppressionMessages.limited}
          </Text>
        ) : (
          <RowButton
            aria-label={`Débloquer ${email ?? suppressionMessages.erased} (${label})`}
            onClick={onLift}
          >
            Débloquer
          </RowButton>
        )}
      </td>
    </tr>
  );
}

type LiftProps = { suppressions: Suppression[]; onClose: () => void; onLifted: () => void };

/** Asks for a reason, which the journal records. */
export function LiftDialog({ suppressions, onClose, onLifted }: LiftProps) {
  const lift = useLiftSuppressions();
  const [first, ...others] = suppressions;
  const isOne = others.length === 0;
  const formId = useId();
  const [reason, setReason] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const serverProblem = lift.error instanceof ApiFailure ? lift.error.fields.reason : undefined;

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    if (reason.trim() === "") {
      setProblem(suppressionMessages.noteRequired);
      return focusRefusedField(form);
    }
    lift.mutate(
      { ids: suppressions.map(({ id }) => id), reason },
      {
        onSuccess: () => {
          notifications.show({
            color: "green",
            message: isOne ? "Adresse débloquée" : "Adresses débloquées",
          });
          onLifted();
        },
        onError: () => focusRefusedField(form),
      },
    );
  };

  return (
    <AdminDialog
      open
      title={isOne ? "Débloquer cette adresse ?" : `Débloquer ${suppressions.length} adresses ?`}
      onClose={onClose}
      pending={lift.isPending}
      size="md"
      actions={
        <>
          <Button variant="default" disabled={lift.isPending} onClick={onClose}>
            Annuler
          </Button>
          <SavingButton type="submit" form={formId} loading={lift.isPending}>
            Débloquer
          </SavingButton>
        </>
      }
    >
      <form id={formId} onSubmit={submit} noValidate>
        <Stack>
          {first && isOne && (
            <Text style={{ overflowWrap: "anywhere" }}>
              {first.email ?? suppressionMessages.erased} · {suppressionReasonLabels[first.reason]}
            </Text>
          )}
          <Text size="sm" c="dimmed">
            Un consentement retiré le reste : cette personne ne recevra d’actualités que si elle les accepte.
          </Text>
          {!serverProblem && <ErrorAlert error={lift.error} onClose={lift.reset} />}
          <TextInput
            label="Raison"
            description="Elle est notée dans le journal, sans l’adresse"
            required
            data-autofocus
            maxLength={limits.subjectMax}
            value={reason}
            error={problem ?? serverProblem}
            onChange={(event) => {
              setReason(event.currentTarget.value);
              setProblem(null);
            }}
          />
        </Stack>
      </form>
    </AdminDialog>
  );
}
