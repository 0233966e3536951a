import { Button, Group, NativeSelect, Stack, Text } from "@mantine/core";
import { IconMailOff } from "@tabler/icons-react";
import { useRef, useState } from "react";
import { suppressionReasonLabels, suppressionReasons } from "#contract/privacy.ts";
import type { Suppression } from "#contract/suppressions.schema.ts";
import { ExportButton } from "#web/admin/ui/buttons.tsx";
import { EmptyState, EmptyStateLink, ErrorAlert, LoadingText } from "#web/admin/ui/feedback.tsx";
import { MoreButton } from "#web/admin/ui/more-button.tsx";
import { useEagerInfiniteQuery } from "#web/admin/ui/prefetch.ts";
import { AddressSearch, AddSuppressionForm } from "./add-suppression-form.tsx";
import { type ReasonFilter, suppressionsExport, suppressionsQuery } from "./suppressions.api.ts";
import { LiftDialog, SuppressionsTable } from "./suppressions-table.tsx";

const reasonChoices = [
  { value: "all", label: "Tous les motifs" },
  ...suppressionReasons.map((value) => ({ value, label: suppressionReasonLabels[value] })),
];

/** The largest number of addresses that one request may unblock. */
const liftedAtOnce = 100;

export function SuppressionsTab() {
  const [email, setEmail] = useState("");
  const [reason, setReason] = useState<ReasonFilter>("all");
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const search = useRef<HTMLInputElement>(null);
  const [lifting, setLifting] = useState<Suppression[] | null>(null);
  const list = useEagerInfiniteQuery(suppressionsQuery({ email, reason }));
  const isFiltered = email !== "" || reason !== "all";
  const items = list.data?.pages.flatMap((page) => page.items) ?? [];
  const chosen = items.filter(({ id }) => selected.has(id)).slice(0, liftedAtOnce);
  return (
    <>
      <Stack gap="lg">
        <Group justify="space-between" gap="sm">
          <Text c="dimmed">
            Elles ne reçoivent plus d’actualités. Les liens de connexion leur parviennent toujours.
          </Text>
          <ExportButton address={suppressionsExport} />
        </Group>
        <AddSuppressionForm />
        <Group align="flex-end" gap="sm">
          <AddressSearch
            email={email}
            onSearch={setEmail}
            field={search}
            onShowAll={() => {
              setEmail("");
              search.current?.focus();
            }}
          />
          <NativeSelect
            label="Filtrer par motif"
            w={{ base: "100%", sm: 240 }}
            data={reasonChoices}
            value={reason}
            onChange={(event) => {
              setReason(event.currentTarget.value as ReasonFilter);
              setSelected(new Set());
            }}
          />
        </Group>
        <ErrorAlert error={list.error} onRetry={() => void list.refetch()} />
        {list.isPending && <LoadingText>Chargement des adresses bloquées…</LoadingText>}
        {list.isSuccess && items.length === 0 && (
          <EmptyState
            icon={IconMailOff}
            title={
              email !== ""
                ? "Cette adresse n’est pas bloquée"
                : reason === "all"
                  ? "Aucune adresse n’est bloquée"
                  : "Aucune adresse n’est bloquée pour ce motif"
            }
            action={
              isFiltered ? (
                <Button
                  variant="default"
                  onClick={() => {
                    setEmail("");
                    setReason("all");
                    search.current?.focus();
                  }}
                >
                  Voir toutes les adresses bloquées
                </Button>
              ) : (
                <EmptyStateLink screen="help#mail">Ce que font les e-mails</EmptyStateLink>
              )
            }
          >
            {!isFiltered &&
              "Celles qui n’existent plus, se désinscrivent ou se plaignent arrivent ici d’elles-mêmes."}
          </EmptyState>
        )}
        {chosen.length > 0 && (
          <Group gap="sm" role="status">
            <Text size="sm">
              {chosen.length === 1 ? "1 adresse choisie" : `${chosen.length} adresses choisies`}
            </Text>
            <Button size="xs" onClick={() => setLifting(chosen)}>
              Débloquer la sélection
            </Button>
            <Button size="xs" variant="subtle" onClick={() => setSelected(new Set())}>
              Tout décocher
            </Button>
          </Group>
        )}
        {items.length > 0 && (
          <SuppressionsTable
            items={items}
            selected={selected}
            onSelect={setSelected}
            onLift={(suppression) => setLifting([suppression])}
          />
        )}
        {list.hasNextPage && (
          <Group justify="center">
            <MoreButton list={list} />
          </Group>
        )}
      </Stack>
      {lifting && (
        <LiftDialog
          suppressions={lifting}
          onClose={() => setLifting(null)}
          onLifted={() => {
            setLifting(null);
            setSelected(new Set());
          }}
        />
      )}
    </>
  );
}
