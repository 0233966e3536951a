import { createContext, runInContext } from "node:vm";
import { type Attack, attacksOn, attackText } from "./expression-attacks.ts";

/** The text length at which the worst attacks are chosen. */
const chosenAt = 4 * 1024;
const chosen = 3;
/** The maximum ratio of times for texts of four times the length. Linear work has a ratio of 4, quadratic work of 16. */
const ratioMax = 8;
/** Shorter times count as this time, because they may be noise. */
const floorMs = 3;
const tries = 3;

/**
 * Runs an expression over its worst attack text and over a quarter of that text, and compares the processor times.
 * @param options `length` of the attack text; `limitMs`: an expression that takes longer is superlinear too
 * @returns the attack that shows superlinear time, or null
 */
export function superlinearOn(
  expression: RegExp,
  { length = 64 * 1024, limitMs = 60_000 } = {},
): string | null {
  const context = createContext({ find: () => firstSuperlinear(expression, length) });
  try {
    return runInContext("find()", context, { timeout: limitMs });
  } catch (error) {
    if ((error as { code?: string }).code === "ERR_SCRIPT_EXECUTION_TIMEOUT")
      return "no end within the limit";
    throw error;
  }
}

function firstSuperlinear(expression: RegExp, length: number): string | null {
  const everywhere = new RegExp(expression.source, `${expression.flags.replace(/[gy]/g, "")}g`);
  const spent = (attack: Attack, size: number) => {
    const text = attackText(attack, size);
    const before = process.threadCpuUsage();
    text.replace(everywhere, "");
    const { user, system } = process.threadCpuUsage(before);
    return (user + system) / 1_000;
  };
  const isSuperlinear = (attack: Attack) => {
    for (let attempt = 0; attempt < tries; attempt += 1) {
      const ratio = spent(attack, length) / Math.max(floorMs, spent(attack, length / 4));
      if (ratio <= ratioMax) return false;
    }
    return true;
  };
  const found = worst(attacksOn(expression), (attack) => spent(attack, chosenAt)).find(isSuperlinear);
  return found ? JSON.stringify(found) : null;
}

function worst(attacks: Attack[], cost: (attack: Attack) => number): Attack[] {
  const costs = attacks.map((attack) => ({ attack, ms: cost(attack) }));
  return costs
    .sort((a, b) => b.ms - a.ms)
    .slice(0, chosen)
    .map(({ attack }) => attack);
}
