import type { TemplateVariable } from "#contract/template-variables.ts";

/** What a variable stands for, as its writer reads it. */
export const variableMeanings: Record<TemplateVariable, string> = {
  name: "nom ou marque",
  firstName: "prénom",
  email: "adresse e-mail",
  date: "date du jour",
};

export const placeholderOf = (name: TemplateVariable) => `{{${name}}}`;
