import { brand } from "#contract/brand.ts";
import type { SaveQuestion } from "#contract/questionnaire.schema.ts";

const asked = { active: true } as const;

/** A sample questionnaire: a few questions of every type, for both audiences. */
export const sampleQuestions: readonly SaveQuestion[] = [
  {
    ...asked,
    fieldType: "radio",
    targetType: "user",
    required: true,
    question: "Quel style vous ressemble le plus ?",
    options: ["Classique", "Minimaliste", "Vintage", "Streetwear", "Bohème"],
  },
  {
    ...asked,
    fieldType: "checkbox",
    targetType: "user",
    required: false,
    question: "Où trouvez-vous vos vêtements ?",
    options: ["En boutique", "En ligne", "En seconde main", "Je les couds"],
  },
  {
    ...asked,
    fieldType: "textarea",
    targetType: "user",
    required: false,
    options: null,
    question: "Racontez-nous une tenue dans laquelle vous vous sentez bien.",
  },
  {
    ...asked,
    fieldType: "select",
    targetType: "brand",
    required: true,
    question: "Combien de pièces compte votre collection ?",
    options: ["Moins de 20", "De 20 à 100", "Plus de 100"],
  },
  {
    ...asked,
    fieldType: "radio",
    targetType: "both",
    required: false,
    question: `Comment avez-vous connu ${brand.name} ?`,
    options: ["Par une connaissance", "Par les réseaux sociaux", "Par la presse", "Autrement"],
  },
];
