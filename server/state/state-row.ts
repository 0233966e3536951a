import { worstVerdict } from "#contract/email-domain.ts";
import type { StateRow } from "#contract/state.schema.ts";

/** A problem, and the sentence that says how to fix it. */
export type Problem = { verdict: "warn" | "error"; fix: string };

export const warn = (fix: string): Problem => ({ verdict: "warn", fix });
export const error = (fix: string): Problem => ({ verdict: "error", fix });
export const when = (condition: boolean, problem: Problem): Problem[] => (condition ? [problem] : []);

/** The row of a finding and its problems: its verdict is the worst one. */
export function judged(key: StateRow["key"], found: string, problems: Problem[]): StateRow {
  const verdict = worstVerdict(problems.map((problem) => problem.verdict));
  const fix = problems.map((problem) => problem.fix).join(" ");
  return { key, verdict, found, ...(fix !== "" && { fix }) };
}

/** A row that cannot be checked now. */
export function unknownRow(key: StateRow["key"], found: string): StateRow {
  return { key, verdict: "unknown", found };
}
