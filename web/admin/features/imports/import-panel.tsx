import { Alert, Button, Card, Group, Progress, Stack, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { flushSync } from "react-dom";
import type { Import } from "#contract/imports.schema.ts";
import { importStatusLabels } from "#contract/imports.ts";
import { ConfirmDialog } from "#web/admin/ui/admin-dialog.tsx";
import { ExportButton, SavingButton } from "#web/admin/ui/buttons.tsx";
import { ErrorAlert, LoadingText } from "#web/admin/ui/feedback.tsx";
import { formatCount, formatDateTime, formatNumber } from "#web/lib/format.ts";
import { ImportForm } from "./import-form.tsx";
import { type ImportStep, importQuery, useDiscardImport, useImportStep } from "./imports.api.ts";

type Props = { id: string; onClose: () => void };
type FileProps = { file: Import; step: ImportStep };

/** Shows one import: the form for its columns until it starts, then its progress. */
export function ImportPanel({ id, onClose }: Props) {
  const { data, error, isPending, refetch } = useQuery(importQuery(id));
  // Kept here, so that a refused start is still explained when the import turns out to be started.
  const step = useImportStep(id);
  return (
    <Card component="section" withBorder aria-labelledby="import-title">
      <Stack>
        <Group justify="space-between">
          <Title order={2} size="h3" id="import-title">
            {data ? `Fichier du ${formatDateTime(data.createdAt)}` : "Fichier"}
          </Title>
          <Button variant="default" size="xs" onClick={onClose}>
            Fermer
          </Button>
        </Group>
        <ErrorAlert error={error} onRetry={() => void refetch()} />
        {isPending && <LoadingText />}
        {data?.status === "uploaded" && <Uploaded file={data} step={step} onClose={onClose} />}
        {data && data.status !== "uploaded" && <Started file={data} step={step} />}
      </Stack>
    </Card>
  );
}

function Uploaded({ file, step, onClose }: FileProps & { onClose: () => void }) {
  const discard = useDiscardImport(file.id);
  const [isDiscarded, setDiscarded] = useState(false);
  /** Removes the form first, whose guard would stop the change of the address. */
  const close = () => {
    flushSync(() => setDiscarded(true));
    onClose();
  };
  return (
    <>
      {!isDiscarded && <ImportForm file={file} step={step} />}
      <Group>
        <SavingButton
          variant="subtle"
          color="gray"
          loading={discard.isPending}
          onClick={() => discard.mutate(undefined, { onSuccess: close })}
        >
          Écarter ce fichier
        </SavingButton>
      </Group>
      <ErrorAlert error={discard.error} />
    </>
  );
}

function Started({ file, step }: FileProps) {
  const { id, status, total, imported, known, suppressed, invalid, undone, problem } = file;
  const [asks, setAsks] = useState(false);
  const done = imported + known + suppressed + invalid;
  const share = status === "undoing" ? undone / Math.max(imported, 1) : done / Math.max(total, 1);
  const isUnderWay = status === "running" || status === "undoing";
  const mayUndo = status === "running" || status === "paused" || status === "done";
  const isPast = (time: string) => Date.parse(time) <= Date.now();
  const hasLines = !isPast(file.expiresAt);
  return (
    <>
      <Text role="status" fw={600}>
        {importStatusLabels[status]}
        {status === "undone" || status === "undoing"
          ? `\u00a0: ${formatCount(undone, "inscription retirée", "inscriptions retirées")}`
          : `\u00a0: ${formatCount(imported, "inscription ajoutée", "inscriptions ajoutées")}`}
      </Text>
      {problem !== null && (
        <Alert role="note" color="yellow">
          {problem}
        </Alert>
      )}
      {(isUnderWay || status === "paused") && (
        <Progress value={share * 100} aria-label={`Avancement\u00a0: ${Math.floor(share * 100)} %`} />
      )}
      <Text size="sm">
        {formatCount(done, "ligne lue", "lignes lues")} sur {formatNumber(total)}, dont{" "}
        {formatCount(known, "déjà inscrite", "déjà inscrites")},{" "}
        {formatCount(suppressed, "bloquée ou désinscrite", "bloquées ou désinscrites")} et{" "}
        {formatCount(invalid, "refusée", "refusées")}.
      </Text>
      {status === "undone" && imported > undone && (
        <Text size="sm">
          {formatCount(
            imported - undone,
            "inscription reste, car elle a été traitée, corrigée, confirmée ou invitée depuis, ou la personne a exercé un droit.",
            "inscriptions restent, car elles ont été traitées, corrigées, confirmées ou invitées depuis, ou la personne a exercé un droit.",
          )}
        </Text>
      )}
      <Group>
        {status === "running" && (
          <SavingButton
            variant="default"
            loading={step.isPending}
            onClick={() => step.mutate({ act: "pause" })}
          >
            Mettre en pause
          </SavingButton>
        )}
        {status === "paused" && (
          <SavingButton loading={step.isPending} onClick={() => step.mutate({ act: "start" })}>
            Reprendre
          </SavingButton>
        )}
        {invalid > 0 && hasLines && (
          <ExportButton address={`/api/admin/imports/${id}/invalid.csv`} label="Lignes refusées" />
        )}
        {mayUndo && !(file.undoUntil && isPast(file.undoUntil)) && (
          <Button variant="default" onClick={() => setAsks(true)}>
            Annuler l’import
          </Button>
        )}
      </Group>
      <ErrorAlert error={step.error} onClose={step.reset} />
      <ConfirmDialog
        title="Annuler cet import ?"
        open={asks}
        onClose={() => setAsks(false)}
        onConfirm={() => {
          setAsks(false);
          step.mutate({ act: "undo" });
        }}
        confirm="Annuler l’import"
        cancel="Garder"
        danger
      >
        <Text>
          Ses inscriptions sont supprimées, sauf celles qui ont été traitées, corrigées, confirmées ou
          invitées depuis, ou dont la personne a exercé un droit.
        </Text>
      </ConfirmDialog>
    </>
  );
}
