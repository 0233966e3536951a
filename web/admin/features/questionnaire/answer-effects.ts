import { useQuery } from "@tanstack/react-query";
import { type Audience, addresses, audiences } from "#contract/audience.ts";
import type { AdminQuestion, QuestionAnswers } from "#contract/questionnaire.schema.ts";
import { isChoice, questionTypes } from "#contract/questions/registry.ts";
import { formatCount } from "#web/lib/format.ts";
import {
  answersQuery,
  formatAnswers,
  optionTexts,
  type QuestionValues,
  renamesOf,
  tidyOption,
} from "./questions.api.ts";

type Asked = Pick<AdminQuestion, "question" | "fieldType" | "options" | "active" | "targetType">;
type Changed = Pick<QuestionValues, "question" | "fieldType" | "options" | "active" | "targetType">;

/** `options` and `byAudience` are null when the figures could not be read. */
type Known = {
  total: number;
  options: QuestionAnswers["options"] | null;
  byAudience: QuestionAnswers["byAudience"] | null;
};

/** The effects of a save on given answers, one sentence per change. No change loses an answer. */
export function answerEffects(question: Asked, values: Changed, answers: Known): string[] {
  if (answers.total === 0) return [];
  const reworded = lettersOf(question.question) !== lettersOf(values.question);
  const retyped = question.fieldType !== values.fieldType;
  const switchedOff = question.active && !values.active;
  const byFigures = [
    ...targetEffects(question, values, answers),
    ...(isChoice(values.fieldType) ? optionEffects(question, values, answers) : []),
  ];
  const unread = answers.options === null && byFigures.length > 0;
  return [
    ...(reworded ? [wordingEffect(answers.total)] : []),
    ...(retyped ? [typeEffect(question, values, answers.total)] : []),
    ...byFigures,
    ...(unread ? [unreadText] : []),
    ...(switchedOff ? [deactivationEffect(answers.total)] : []),
  ];
}

const unreadText = "Le nombre de ces réponses n’a pas pu être lu.";

/** "34 réponses restent visibles dans les inscriptions ; …" */
export function deactivationEffect(total: number): string {
  const remain = total < 2 ? "reste visible" : "restent visibles";
  return `${formatAnswers(total)} ${remain} dans les inscriptions ; la question n’est plus posée et quitte les statistiques.`;
}

/** The wording without spaces: a corrected space does not change the meaning of the question. */
function lettersOf(question: string): string {
  return question.replace(/\s+/g, "");
}

function wordingEffect(total: number): string {
  const [given, remain] =
    total < 2
      ? ["a été donnée", "elle reste telle quelle"]
      : ["ont été données", "elles restent telles quelles"];
  return `${formatAnswers(total)} ${given} à l’ancienne formulation : ${remain}, sous la nouvelle.`;
}

function typeEffect({ fieldType }: Asked, values: Changed, total: number): string {
  const [remain, them] = total < 2 ? ["reste telle quelle", "la"] : ["restent telles quelles", "les"];
  const type = `Type « ${questionTypes[values.fieldType].label} » : ${formatAnswers(total)} ${remain}`;
  const [before, after] = [isChoice(fieldType), isChoice(values.fieldType)];
  if (before === after) return `${type}, les statistiques ${them} comptent comme avant.`;
  if (before) return `${type}, les statistiques ${them} lisent comme du texte libre.`;
  return `${type}, les statistiques comptent à part ce qui ne figure pas parmi les options.`;
}

const whose: Record<Audience, { one: string; many: string; all: string }> = {
  user: { one: "d’utilisateur", many: "d’utilisateurs", all: "des utilisateurs" },
  brand: { one: "de marque", many: "de marques", all: "des marques" },
};

/** One sentence for each audience that is no longer asked and has answered. */
function targetEffects({ targetType }: Asked, values: Changed, { byAudience }: Known): string[] {
  return audiences
    .filter((audience) => addresses(targetType, audience) && !addresses(values.targetType, audience))
    .filter((audience) => byAudience === null || byAudience[audience] > 0)
    .map((audience) => targetEffect(audience, byAudience?.[audience] ?? null, values.active));
}

/** @param count the number of answers; null when it could not be read */
function targetEffect(audience: Audience, count: number | null, active: boolean): string {
  const { one, many, all } = whose[audience];
  const [remain, them] = count === 1 ? ["reste visible", "la"] : ["restent visibles", "les"];
  const answers =
    count === null ? `Les réponses ${all}` : `${formatAnswers(count)} ${count < 2 ? one : many}`;
  const kept = `${answers} ${remain} dans les inscriptions`;
  if (!active) return `${kept}.`;
  return `${kept} ; la question ne leur est plus posée, les statistiques ne ${them} comptent que sous « Tous ».`;
}

/** The answers to removed and renamed options. Both keep the wording that people chose; a renamed option keeps its people. */
function optionEffects({ options }: Asked, values: Changed, answers: Known): string[] {
  const renamed = new Map(renamesOf(values.options, options).map(({ from, to }) => [from, to]));
  const kept = optionTexts(values.options).map(tidyOption);
  const gone = (options ?? []).filter((option) => !kept.includes(option));
  const figures = answers.options;
  if (!figures) {
    return gone.map((option) => {
      const name = renamed.get(option);
      return name === undefined
        ? `Les réponses « ${option} » restent, les statistiques les comptent à part.`
        : `Les réponses « ${option} » restent : ${renamingEffect("les", name)} les compte à part.`;
    });
  }
  return gone
    .flatMap((option) => figures.filter(({ value }) => value === option))
    .map(({ value, count }) => {
      const [chose, answer, remain, them] =
        count < 2
          ? ["a choisi", "sa réponse", "reste", "la"]
          : ["ont choisi", "leurs réponses", "restent", "les"];
      const name = renamed.get(value);
      const effect =
        name === undefined
          ? `${answer} ${remain}, les statistiques ${them} comptent à part.`
          : `${renamingEffect(them, name)} compte ${answer} à part.`;
      return `${formatCount(count, "personne")} ${chose} « ${value} » : ${effect}`;
    });
}

/** Statistics per question count the words that people chose; all else follows the new name. */
function renamingEffect(them: string, name: string): string {
  return `listes, segments et réponses croisées ${them} comptent sous « ${name} », seul « Détail des réponses »`;
}

const unread = { options: null, byAudience: null };
const notYetRead = { options: [], byAudience: { user: 0, brand: 0 } };

export type AnswerEffects = {
  /** True while the figures load: effects that depend on them are not listed yet. */
  pending: boolean;
  /** The effects of a save on given answers, without figures when those cannot be read. */
  effectsOf: (values: QuestionValues) => string[];
};

/** The effects of a form's changes on a question's answers. */
export function useAnswerEffects(question: AdminQuestion | null): AnswerEffects {
  const { id = "", answerCount = 0 } = question ?? {};
  const figures = useQuery({ ...answersQuery(id), enabled: answerCount > 0 });
  const known = figures.data ?? { total: answerCount, ...(figures.isError ? unread : notYetRead) };
  return {
    pending: answerCount > 0 && figures.isPending,
    effectsOf: (values) => (question ? answerEffects(question, values, known) : []),
  };
}
