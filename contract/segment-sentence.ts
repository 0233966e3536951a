import type { SignupStatus, TargetType } from "./audience.ts";
import { isChoice } from "./questions/registry.ts";
import type {
  AnswerRule,
  FriendsRule,
  Segment,
  SegmentGroup,
  SegmentQuestion,
  SegmentRule,
  SourceRule,
} from "./segments.ts";
import { formatDay } from "./stats.ts";

/** A part of the sentence. An adjective follows the noun without a comma. */
type Part = { text: string; isAdjective: boolean };
type Words = { questions: readonly SegmentQuestion[]; isFeminine: boolean };

const nouns: Record<TargetType, string> = { user: "Utilisateurs", brand: "Marques", both: "Personnes" };

/** The people of a segment as a French sentence: "Utilisateurs approuvés qui ont répondu Vintage ou Streetwear". */
export function segmentSentence(
  { audience, conditions: { match, groups } }: Segment,
  questions: readonly SegmentQuestion[],
): string {
  const words = { questions, isFeminine: audience !== "user" };
  const noun = nouns[audience];
  if (match === "any" && groups.length > 1) {
    const isShort = groups.every(({ rules }) => rules.length === 1);
    const texts = groups.map((group) => textOfGroup(group, words));
    return isShort ? `${noun} ${texts.join(" ou ")}` : `${noun}\u00a0: ${texts.join("\u00a0; ou ")}`;
  }
  const parts = groups.flatMap(({ match: within, rules }): Part[] => {
    const own = rules.map((rule) => partOf(rule, words));
    if (within === "all" || own.length === 1) return own;
    const text = own.map((part) => part.text).join(" ou ");
    return [groups.length === 1 ? { text, isAdjective: true } : { text: `et (${text})`, isAdjective: false }];
  });
  return joinParts(noun, parts);
}

function textOfGroup({ match, rules }: SegmentGroup, words: Words): string {
  const parts = rules.map((rule) => partOf(rule, words));
  return match === "any" ? parts.map(({ text }) => text).join(" ou ") : joinParts("", parts).trim();
}

function joinParts(noun: string, parts: readonly Part[]): string {
  const adjectives = parts.filter(({ isAdjective }) => isAdjective).map(({ text }) => text);
  const others = parts.filter(({ isAdjective }) => !isAdjective).map(({ text }) => text);
  return [[noun, ...listOf(adjectives), ...others.slice(0, 1)].join(" "), ...others.slice(1)].join(", ");
}

function listOf(adjectives: readonly string[]): string[] {
  return adjectives.length > 0 ? [adjectives.join(" et ")] : [];
}

const adjective = (text: string): Part => ({ text, isAdjective: true });
const clause = (text: string): Part => ({ text, isAdjective: false });

function partOf(rule: SegmentRule, { questions, isFeminine }: Words): Part {
  const agreed = (word: string) => `${word}${isFeminine ? "es" : "s"}`;
  const named = (status: SignupStatus) =>
    ({ pending: "en attente", approved: agreed("approuvé"), rejected: agreed("rejeté") })[status];
  switch (rule.field) {
    case "status":
      if (rule.op === "isNot") return clause(`qui ne sont pas ${named(rule.value)}`);
      if (rule.op === "anyOf") return adjective(rule.value.map(named).join(" ou "));
      return adjective(named(rule.value));
    case "confirmed":
      return clause(`dont l’adresse ${rule.value ? "est confirmée" : "n’est pas confirmée"}`);
    case "news":
      return clause(rule.value ? "qui acceptent les actualités" : "qui n’acceptent pas les actualités");
    case "website":
      return clause(rule.value ? "avec un site web" : "sans site web");
    case "starred":
      return clause(rule.value ? "avec étoile" : "sans étoile");
    case "counted":
      return clause(
        rule.value
          ? `${agreed("compté")} dans les statistiques`
          : "hors des statistiques (opposition ou limitation)",
      );
    case "date":
      return clause(
        `${agreed("inscrit")} ${rule.op === "before" ? "avant" : "après"} le ${formatDay(rule.value)}`,
      );
    case "friends":
      return clause(friendsText(rule));
    case "source":
      return clause(sourceRuleText(rule, agreed("venu")));
    case "answer":
      return clause(answerText(rule, questions));
  }
}

function friendsText({ op, value }: FriendsRule): string {
  if (op === "is" && value === 0) return "sans amie confirmée";
  const friends = `${value} ${value < 2 ? "amie confirmée" : "amies confirmées"}`;
  return { is: `avec ${friends}`, after: `avec au moins ${friends}`, before: `avec moins de ${friends}` }[op];
}

function sourceRuleText(rule: SourceRule, came: string): string {
  switch (rule.op) {
    case "none":
      return "de source inconnue";
    case "isNot":
      return `${came} d’ailleurs que ${fromSource(rule.value)}`;
    case "is":
      return `${came} ${fromSource(rule.value)}`;
    case "anyOf":
      return `${came} ${rule.value.map(fromSource).join(" ou ")}`;
  }
}

const ownSources = new Map([
  ["direct", "d’un accès direct"],
  ["ami", "d’un ami"],
  ["autres", "d’autres sources"],
]);

/** "d’Instagram", "de Tiktok", "d’un accès direct". */
export function fromSource(source: string): string {
  const name = source.replace(/^./u, (first) => first.toUpperCase());
  return ownSources.get(source) ?? (/^[aeiouàâéèêëîïôûü]/i.test(source) ? `d’${name}` : `de ${name}`);
}

function answerText(rule: AnswerRule, questions: readonly SegmentQuestion[]): string {
  const question = questions.find(({ id }) => id === rule.questionId)?.question ?? "question supprimée";
  const named = `«\u00a0${question}\u00a0»`;
  switch (rule.op) {
    case "none":
      return `qui n’ont pas répondu à ${named}`;
    case "contains":
      return `dont la réponse à ${named} contient «\u00a0${rule.value}\u00a0»`;
    default: {
      const options = rule.op === "anyOf" ? rule.value : [rule.value];
      const choice = options.join(" ou ");
      const to = areClear(options, questions) ? "" : ` à ${named}`;
      return rule.op === "isNot"
        ? `qui ont répondu autre chose que ${choice}${to}`
        : `qui ont répondu ${choice}${to}`;
    }
  }
}

/** True when only one question has such options. Otherwise 'Oui' alone would not show which question it answers. */
function areClear(options: readonly string[], questions: readonly SegmentQuestion[]): boolean {
  const holders = questions.filter(
    (question) =>
      isChoice(question.fieldType) && options.some((option) => question.options?.includes(option)),
  );
  return holders.length === 1;
}
