import { createContext, runInContext } from "node:vm";
import { type Attack, attacksOn, attackText } from "./expression-attacks.ts";

/** The worst attacks are chosen at this length. */
const chosenAt = 4 * 1024;
const chosen = 3;
/** Of four times the length: linear work takes four times as long, quadratic work sixteen times. */
const ratioMax = 8;
/** Shorter times may be noise. */
const floorMs = 3;
const tries = 3;

/**
 * Runs an expression over its worst and over a quarter of it, and compares the processor's time.
 * @param options length of the worst; limitMs ends what would take for ever: such an expression is superlinear as well
 * @returns what makes it superlinear, or null
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
