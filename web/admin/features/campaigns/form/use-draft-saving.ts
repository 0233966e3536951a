import { useDebouncedCallback } from "@mantine/hooks";
import { useEffect, useRef, useState } from "react";
import { type CampaignDetail, campaignDetailSchema } from "#contract/campaigns.schema.ts";
import { campaignKindLabels } from "#contract/email.ts";
import { recipientTypeLabels, statusFilterLabels } from "#web/admin/features/campaigns/campaign-texts.ts";
import { type DraftFields, duplicateOf, saveDraft } from "#web/admin/features/campaigns/campaigns.api.ts";
import { type Edit, type EditedFields, isSame, mergeEdit } from "#web/admin/ui/versions/merge-edit.ts";
import { isStale } from "#web/admin/ui/versions/use-versioned-form.ts";
import { ApiFailure, ShownError } from "#web/lib/api.ts";
import { draftOf, isUnwritten, valuesOfDraft } from "./campaign-values.ts";

/** The draft on the server, and what it held when this form last knew: changes are those against it. */
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
  /** Puts other values into the form. */
  write: (fields: DraftFields) => void;
  /** It is saved. */
  onSaved: (kept: Kept, unsaved: boolean) => void;
  onMade: (id: string) => void;
  /** Another admin deleted it: the next save creates a new draft. */
  onGone: () => void;
  /** Another admin started it. */
  onStarted: (id: string) => void;
  onRefused: (fields: Record<string, string>) => void;
};

const pauseMs = 1_200;
const retryMs = 5_000;

/**
 * Saves what is written as a draft, shortly after the last key, one save after the other. A save that comes too late asks; one that
 * fails for want of a network is tried again.
 */
export function useDraftSaving(options: Options) {
  const latest = useRef(options);
  latest.current = options;
  const kept = useRef(options.initial);
  const running = useRef<Promise<void> | null>(null);
  const [state, setState] = useState<SavingState>({ type: "none" });
  const [stale, setStale] = useState<Stale | null>(null);
  const soon = useDebouncedCallback(() => void save().catch(() => undefined), pauseMs);

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

  /** @throws what the server said of the first save that failed */
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
    /** The draft with everything that is written. @throws ApiFailure */
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

/** No answer, or none from our API: another attempt may go well. */
function isPassing(error: Error): boolean {
  return error instanceof ApiFailure && (error.status === 0 || error.status >= 500);
}

/** With its keys in the form's order: `isSame` compares them too. */
function fieldsOf(draft: Parameters<typeof valuesOfDraft>[0]): DraftFields {
  return draftOf(valuesOfDraft(draft));
}

const text = (value: string) => value;

/** The form's fields, for comparing two versions of a draft. */
export const editedDraft: EditedFields<DraftFields> = {
  subject: { label: "Objet", text },
  content: { label: "Contenu", text, html: true },
  kind: { label: "Type d’envoi", text: (kind) => campaignKindLabels[kind] },
  reason: { label: "Raison de ce message", text },
  recipientType: { label: "Type de destinataires", text: (type) => recipientTypeLabels[type] },
  statusFilter: { label: "Statut", text: (status) => statusFilterLabels[status] },
};
