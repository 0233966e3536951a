import type { EditedFields } from "#web/admin/ui/versions/merge-edit.ts";
import { formatYesNo } from "#web/lib/format.ts";
import type { TemplateValues } from "./use-template-form.ts";

const text = (value: string) => value;

/** The editor's fields, for comparing two versions of a template. */
export const editedTemplate: EditedFields<TemplateValues> = {
  name: { label: "Nom du modèle", text },
  isActive: { label: "Actif", text: formatYesNo },
  subject: { label: "Objet", text },
  content: { label: "Contenu (HTML)", text, html: true },
};
