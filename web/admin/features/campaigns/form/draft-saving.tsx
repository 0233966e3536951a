import { Button, Group, Text } from "@mantine/core";
import { useDebouncedCallback, useDisclosure } from "@mantine/hooks";
import { IconTrash } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import { type CampaignDetail, campaignDetailSchema } from "#contract/campaigns.schema.ts";
import { campaignKindLabels } from "#contract/email.ts";
import type { SegmentList } from "#contract/segments.schema.ts";
import { ConfirmDialog } from "#web/admin/ui/admin-dialog.tsx";
import { ErrorAlert } from "#web/admin/ui/feedback.tsx";
import { type Edit, type EditedFields, isSame, mergeEdit } from "#web/admin/ui/versions/merge-edit.ts";
import { isStale } from "#web/admin/ui/versions/use-versioned-form.ts";
import { ApiFailure, failureMessage, ShownError } from "#web/lib/api.ts";
import { formatTime } from "#web/lib/format.ts";
import { recipientTypeLabels, segmentNameOf, statusFilterLabels } from "../campaign-texts.ts";
import { type DraftFields, duplicateOf, saveDraft, useDeleteDraft } from "../campaigns.api.ts";
import { draftOf, isUnwritten, valuesOfDraft } from "./campaign-values.ts";

/** The draft on the server. `fields` is the last content that this form knows: changes are computed against it. */
type Kept = { id: string; version: number; fields: DraftFields };

export type SavingState =
  | { type: "none" }
  | { type: "saving" }
  | { type: "saved"; at: Date }
  | { type: "failed"; error: Error };

type Stale = { message: string; edit: Edit<DraftFields>; present: CampaignDetail };

type Options = {
  initial: Kept | null;
  /** The form's current values. */
  read: () => DraftFields;
  /** Replaces the form's values. */
  write: (fields: DraftFields) => void;
  /** Called after each save. */
  onSaved: (kept: Kept, unsaved: boolean) => void;
  onMade: (id: string) => void;
  /** Called when another admin deleted the draft: the next save creates a new one. */
  onGone: () => void;
  /** Called when another admin started the draft. */
  onStarted: (id: string) => void;
  onRefused: (fields: Record<string, string>) => void;
};

const pauseMs = 1_200;
const retryMs = 5_000;

/**
 * Saves the form as a draft, debounced and on unmount, one save at a time. A stale save asks which version to keep. A save
 * that fails without a network is retried.
 */
export function useDraftSaving(options: Options) {
  const latest = useRef(options);
  latest.current = options;
  const kept = useRef(options.initial);
  const running = useRef<Promise<void> | null>(null);
  const [state, setState] = useState<SavingState>({ type: "none" });
  const [stale, setStale] = useState<Stale | null>(null);
  const soon = useDebouncedCallback(() => void save().catch(() => undefined), {
    delay: pauseMs,
    flushOnUnmount: true,
  });

  const isUnsaved = () => {
    const fields = latest.current.read();
    return kept.current === null ? !isUnwritten(fields) : !isSame(fields, kept.current.fields);
  };

  const refused = (error: Error, mine: DraftFields) => {
    setState({ type: "failed", error });
    if (!(error instanceof ApiFailure)) return;
    const started = duplicateOf(error);
    const present = isStale(error) ? campaignDetailSchema.safeParse(error.problem.current).data : undefined;
    if (present && kept.current) {
      const edit = { start: kept.current.fields, mine, present: fieldsOf(present) };
      setStale({ message: error.message, edit, present });
    } else if (started !== null) latest.current.onStarted(started);
    else if (error.status === 404) {
      kept.current = null;
      latest.current.onGone();
    } else latest.current.onRefused(error.fields);
  };

  const saveOnce = async () => {
    const fields = latest.current.read();
    const before = kept.current;
    setState({ type: "saving" });
    try {
      const saved = await saveDraft(fields, before);
      kept.current = { id: saved.id, version: saved.version, fields };
      setState({ type: "saved", at: new Date() });
      latest.current.onSaved(kept.current, isUnsaved());
      if (before === null) latest.current.onMade(saved.id);
    } catch (error) {
      refused(error as Error, fields);
      throw error;
    }
  };

  /** @throws the error of the first failed save */
  const save = async (): Promise<void> => {
    while (running.current) await running.current.catch(() => undefined);
    if (!isUnsaved()) return;
    running.current = saveOnce();
    try {
      await running.current;
    } finally {
      running.current = null;
    }
    if (isUnsaved()) soon();
  };

  const unreached = state.type === "failed" && isPassing(state.error);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each failure is tried again once
  useEffect(() => {
    if (!unreached) return;
    const again = () => void save().catch(() => undefined);
    const timer = setTimeout(again, retryMs);
    window.addEventListener("online", again);
    return () => {
      clearTimeout(timer);
      window.removeEventListener("online", again);
    };
  }, [state]);

  const startFrom = ({ id, version, ...present }: CampaignDetail, fields: DraftFields) => {
    kept.current = { id, version, fields: fieldsOf(present) };
    setStale(null);
    latest.current.write(fields);
    latest.current.onSaved(kept.current, isUnsaved());
    setState({ type: "none" });
  };

  return {
    state,
    changed: soon,
    cancel: () => soon.cancel(),
    /** The saved draft with all changes. @throws ApiFailure */
    async settle(): Promise<{ id: string; version: number }> {
      soon.cancel();
      await save();
      if (kept.current === null) throw new ShownError("Rien n’est encore écrit.");
      return { id: kept.current.id, version: kept.current.version };
    },
    keptId: () => kept.current?.id ?? "",
    keptVersion: () => kept.current?.version ?? 0,
    edit: {
      stale,
      together: [],
      continueEditing: () => setStale(null),
      takePresent: () => stale && startFrom(stale.present, stale.edit.present),
      keepMine() {
        if (!stale) return;
        startFrom(stale.present, mergeEdit(stale.edit, []));
        void save().catch(() => undefined);
      },
    },
  };
}

/** True for a network failure and for a status of 500 or more: a retry may succeed. */
function isPassing(error: Error): boolean {
  return error instanceof ApiFailure && (error.status === 0 || error.status >= 500);
}

/** Lists the keys in the form's order, because `isSame` also compares their order. */
function fieldsOf(draft: Parameters<typeof valuesOfDraft>[0]): DraftFields {
  return draftOf(valuesOfDraft(draft));
}

const text = (value: string) => value;

/** The form's fields, for comparing two versions of a draft. */
export const editedDraft = (segments: SegmentList | undefined): EditedFields<DraftFields> => ({
  subject: { label: "Objet", text },
  content: { label: "Contenu", text, html: true },
  kind: { label: "Type d’envoi", text: (kind) => campaignKindLabels[kind] },
  reason: { label: "Raison de ce message", text },
  recipientType: { label: "Type de destinataires", text: (type) => recipientTypeLabels[type] },
  statusFilter: { label: "Statut", text: (status) => statusFilterLabels[status] },
  segmentId: { label: "Segment", text: (segmentId) => segmentNameOf({ segmentId }, segments) ?? "Tous" },
});

type Props = {
  saving: Pick<ReturnType<typeof useDraftSaving>, "state" | "keptId">;
  /** Called when this tab must discard its unsaved changes. */
  onForget: () => void;
  onDeleted: () => void;
};

/** The state of saving, and a button that deletes the draft. */
export function DraftState({ saving, onForget, onDeleted }: Props) {
  const id = saving.keptId();
  return (
    <Group gap="sm">
      <Text size="sm" c="dimmed" role="status" className="tabular">
        {stateText(saving.state)}
      </Text>
      {id !== "" && (
        <DeleteDraft
          id={id}
          onDeleted={() => {
            onForget();
            onDeleted();
          }}
        />
      )}
    </Group>
  );
}

function stateText(state: SavingState): string {
  switch (state.type) {
    case "none":
      return "";
    case "saving":
      return "Enregistrement…";
    case "saved":
      return `Brouillon enregistré à ${formatTime(state.at)}`;
    case "failed":
      return isStale(state.error)
        ? "Non enregistré : modifié entre-temps"
        : `Non enregistré, gardé dans cet onglet : ${failureMessage(state.error)}`;
  }
}

function DeleteDraft({ id, onDeleted }: { id: string; onDeleted: () => void }) {
  const [asking, question] = useDisclosure(false);
  const deletion = useDeleteDraft(id);
  return (
    <>
      <Button
        variant="subtle"
        color="red"
        size="xs"
        leftSection={<IconTrash size={16} aria-hidden />}
        onClick={question.open}
      >
        Supprimer le brouillon
      </Button>
      <ConfirmDialog
        title="Supprimer ce brouillon ?"
        open={asking}
        onClose={question.close}
        confirm="Supprimer"
        cancel="Garder le brouillon"
        danger
        pending={deletion.isPending}
        onConfirm={() => deletion.mutate(undefined, { onSuccess: onDeleted })}
      >
        <Text>Il disparaît pour tous les administrateurs. On ne peut pas revenir en arrière.</Text>
        <ErrorAlert error={deletion.error} />
      </ConfirmDialog>
    </>
  );
}
