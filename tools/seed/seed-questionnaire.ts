import { asc, sql } from "drizzle-orm";
import type { Question } from "#contract/questionnaire.ts";
import { parseOptions } from "#contract/questionnaire.ts";
import { questionnaireItems } from "#db/schema.ts";
import type { Db } from "#server/lib/database/database.ts";

export type SeedQuestion = Omit<Question, "id" | "orderPosition">;

const asked = { required: true, active: true, options: null };

/** Questions of all six types and all three audiences. Some are optional, and one is switched off. */
export const demoQuestions: SeedQuestion[] = [
  {
    ...asked,
    question: "Quelle est votre tranche d’âge ?",
    fieldType: "select",
    targetType: "user",
    options: ["Moins de 18 ans", "18 – 24 ans", "25 – 34 ans", "35 – 49 ans", "50 ans et plus"],
  },
  {
    ...asked,
    question: "À quelle fréquence cherchez-vous l’inspiration pour une tenue ?",
    fieldType: "radio",
    targetType: "user",
    options: ["Tous les jours", "Plusieurs fois par semaine", "De temps en temps", "Rarement"],
  },
  {
    ...asked,
    question: "Quels styles vous ressemblent ?",
    fieldType: "checkbox",
    targetType: "user",
    options: ["Minimaliste", "Vintage", "Streetwear", "Classique", "Bohème", "Créateurs"],
  },
  {
    ...asked,
    question: "Quelle est votre marque préférée ?",
    fieldType: "text",
    targetType: "user",
    required: false,
  },
  {
    ...asked,
    question: "Depuis combien de temps votre marque existe-t-elle ?",
    fieldType: "radio",
    targetType: "brand",
    options: ["Moins d’un an", "De un à trois ans", "De quatre à dix ans", "Plus de dix ans"],
  },
  {
    ...asked,
    question: "Que souhaitez-vous montrer dans l’application ?",
    fieldType: "checkbox",
    targetType: "brand",
    options: ["Nos collections", "Les coulisses de l’atelier", "Les looks de nos clientes", "Nos événements"],
  },
  {
    ...asked,
    question: "Comment avez-vous entendu parler de nous ?",
    fieldType: "select",
    targetType: "both",
    options: ["Instagram", "TikTok", "Bouche-à-oreille", "Presse", "Moteur de recherche", "Autrement"],
  },
  {
    ...asked,
    question: "Qu’attendez-vous d’une application d’inspiration mode ?",
    fieldType: "textarea",
    targetType: "both",
    required: false,
  },
  {
    ...asked,
    question: "Une autre adresse pour vous joindre ?",
    fieldType: "email",
    targetType: "both",
    required: false,
  },
  {
    ...asked,
    question: "Quelle est votre pièce la plus vendue ?",
    fieldType: "text",
    targetType: "brand",
    required: false,
    active: false,
  },
];

/** Adds questions after the existing ones. */
export async function insertQuestions(db: Db, questions: readonly SeedQuestion[]): Promise<void> {
  const last = sql<number>`(select coalesce(max(order_position), 0) from ${questionnaireItems})`;
  await db
    .insert(questionnaireItems)
    .values(
      questions.map((question, index) => ({ ...question, orderPosition: sql`${last} + ${index + 1}` })),
    );
}

export async function readQuestions(db: Db): Promise<Question[]> {
  const rows = await db.select().from(questionnaireItems).orderBy(asc(questionnaireItems.orderPosition));
  return rows.map(({ createdAt: _, ...row }) => ({ ...row, options: parseOptions(row.options) }));
}
