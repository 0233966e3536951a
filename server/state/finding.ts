import { worstVerdict } from "#contract/email-domain.ts";
import type { StateRow } from "#contract/state.schema.ts";
import type { StateTexts } from "./texts/french.ts";

/** A sentence in whichever language it is asked for: French on the screen, English in a shell. */
export type Phrase = (texts: StateTexts) => string;

export type Finding = Pick<StateRow, "key" | "verdict" | "action"> & { found: Phrase; fixes: Phrase[] };

/** What is wrong, and the sentence that mends it. */
export type Problem = { verdict: "warn" | "error"; fix: Phrase };

export const warn = (fix: Phrase): Problem => ({ verdict: "warn", fix });
export const error = (fix: Phrase): Problem => ({ verdict: "error", fix });
export const when = (condition: boolean, problem: Problem): Problem[] => (condition ? [problem] : []);

/** A row from what was found and what is wrong with it: its verdict is the worst one. */
export function judged(key: StateRow["key"], found: Phrase, problems: Problem[]): Finding {
  const verdict = worstVerdict(problems.map((problem) => problem.verdict));
  return { key, verdict, found, fixes: problems.map(({ fix }) => fix) };
}

/** A row of which nobody can tell now. */
export function untold(key: StateRow["key"], found: Phrase, fixes: Phrase[] = []): Finding {
  return { key, verdict: "unknown", found, fixes };
}

export function toStateRow({ key, verdict, found, fixes, action }: Finding, texts: StateTexts): StateRow {
  const fix = fixes.map((say) => say(texts)).join(" ");
  return { key, verdict, found: found(texts), ...(fix !== "" && { fix }), ...(action && { action }) };
}
