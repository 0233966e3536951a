import type { TargetType } from "#contract/audience.ts";
import { fieldTypes, questionTypes } from "#contract/questions/registry.ts";
import type { EditedFields } from "#web/admin/ui/versions/merge-edit.ts";
import { formatCount, formatYesNo } from "#web/lib/format.ts";
import type { QuestionValues } from "./questions.api.ts";

/** Whom a question addresses, and the filter of the list. */
export const targetTypeLabels: Record<TargetType, string> = {
  user: "Utilisateurs",
  brand: "Marques",
  both: "Les deux",
};

/** The entries of a native select. */
export const fieldTypeEntries = fieldTypes.map((value) => ({ value, label: questionTypes[value].label }));
export const targetTypeEntries = Object.entries(targetTypeLabels).map(([value, label]) => ({ value, label }));

/** "aucune réponse", "1 réponse", "1 234 réponses". */
export function formatAnswers(count: number): string {
  return count === 0 ? "aucune réponse" : formatCount(count, "réponse");
}

/** The form's fields, for comparing two versions of a question. */
export const editedQuestion: EditedFields<QuestionValues> = {
  question: { label: "Question", text: (question) => question },
  fieldType: { label: "Type de champ", text: (type) => questionTypes[type].label },
  targetType: { label: "Cible", text: (target) => targetTypeLabels[target] },
  options: { label: "Options", text: (options) => options.join("\n") },
  required: { label: "Réponse obligatoire", text: formatYesNo },
  active: { label: "Question active", text: formatYesNo },
};
