import type { TargetType } from "#contract/audience.ts";
import type { FieldType } from "#contract/questionnaire.ts";
import type { EditedFields } from "#web/admin/ui/versions/merge-edit.ts";
import { formatCount, formatYesNo } from "#web/lib/format.ts";
import type { QuestionValues } from "./questions.api.ts";

export const fieldTypeLabels: Record<FieldType, string> = {
  text: "Texte court",
  email: "Email",
  textarea: "Texte long",
  select: "Liste déroulante",
  radio: "Choix unique",
  checkbox: "Choix multiples",
};

/** Whom a question addresses, and the filter of the list. */
export const targetTypeLabels: Record<TargetType, string> = {
  user: "Utilisateurs",
  brand: "Marques",
  both: "Les deux",
};

/** The entries of a native select, in the order of the labels. */
export function selectData(labels: Record<string, string>) {
  return Object.entries(labels).map(([value, label]) => ({ value, label }));
}

/** "aucune réponse", "1 réponse", "1 234 réponses". */
export function formatAnswers(count: number): string {
  return count === 0 ? "aucune réponse" : formatCount(count, "réponse");
}

/** The form's fields, for comparing two versions of a question. */
export const editedQuestion: EditedFields<QuestionValues> = {
  question: { label: "Question", text: (question) => question },
  fieldType: { label: "Type de champ", text: (type) => fieldTypeLabels[type] },
  targetType: { label: "Cible", text: (target) => targetTypeLabels[target] },
  options: { label: "Options", text: (options) => options.join("\n") },
  required: { label: "Réponse obligatoire", text: formatYesNo },
  active: { label: "Question active", text: formatYesNo },
};
