import { campaignKindLabels } from "#contract/email.ts";
import { recipientTypeLabels, statusFilterLabels } from "#web/admin/features/campaigns/campaign-texts.ts";
import type { DraftFields } from "#web/admin/features/campaigns/campaigns.api.ts";
import type { EditedFields } from "#web/admin/ui/versions/merge-edit.ts";

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
