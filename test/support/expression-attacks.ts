/** The parts of a hostile text: its start, the unit that is repeated, and its end. */
export type Attack = { start: string; unit: string; end: string };

/** Characters that a class may match besides those of its expression. */
const usualCharacters = [..." \t\n0aA_-.:,;@é\u0301\u202e\u0000"];
/** How many texts are made from one expression. Each text uses other branches, characters and numbers of repetitions. */
const variants = 12;
const unitMax = 3;

/** @returns a text of `length` characters, or a few fewer */
export function attackText({ start, unit, end }: Attack, length: number): string {
  return start + unit.repeat(Math.max(1, Math.floor((length - start.length) / unit.length))) + end;
}

/**
 * Attacks that make an expression backtrack. Each attack takes the start of a text that matches, or nearly matches, and repeats a
 * part of it. Its end does not match, so that the expression tries all other ways to match the part before.
 */
export function attacksOn(expression: RegExp): Attack[] {
  const ends = ["", "\u0000\n", expression.source];
  const attacks = new Map<string, Attack>();
  for (let variant = 0; variant < variants; variant += 1) {
    const text = sampleOf(expression, variant);
    for (let from = 0; from < text.length; from += 1) {
      const longest = from === 0 ? text.length : unitMax;
      for (let to = from + 1; to <= Math.min(text.length, from + longest); to += 1) {
        for (const end of ends) {
          const attack = { start: text.slice(0, from), unit: text.slice(from, to), end };
          attacks.set(JSON.stringify(attack), attack);
        }
      }
    }
  }
  return [...attacks.values()];
}

/** A text that the expression matches or nearly matches, with the content of its lookarounds. */
function sampleOf({ source, flags }: RegExp, seed: number): string {
  const characters = [...new Set([...source, ...usualCharacters])];
  let position = 0;
  let state = seed;

  function choose(count: number): number {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 16) % count;
  }

  function take(pattern: RegExp): string {
    pattern.lastIndex = position;
    const [taken = ""] = pattern.exec(source) ?? [];
    position += taken.length;
    return taken;
  }

  function oneOfAlternatives(): string {
    const all = [sequence()];
    while (take(/\|/y)) all.push(sequence());
    return all[choose(all.length)] ?? "";
  }

  function sequence(): string {
    let text = "";
    while (position < source.length && !/[|)]/.test(source.charAt(position))) {
      text += atom().repeat(repetitions());
    }
    return text;
  }

  function atom(): string {
    if (take(/\((?:\?(?:[:=!]|<[=!]|<\w+>))?/y)) {
      const text = oneOfAlternatives();
      take(/\)/y);
      return text;
    }
    if (take(/[\^$]|\\[bB1-9]|\\k<\w+>/y)) return "";
    return characterOf(take(/\[(?:\\.|[^\]\\])*\]|\\(?:[pP]\{[^}]*\}|u\{[^}]*\}|u....|x..|.)|./sy));
  }

  function characterOf(part: string): string {
    if (!/^[[\\.]/.test(part)) return part;
    const one = new RegExp(`^${part}$`, flags.replace(/[^isuv]/g, ""));
    const fitting = characters.filter((character) => one.test(character));
    return fitting[choose(fitting.length)] ?? decoded(part);
  }

  function repetitions(): number {
    const quantifier = take(/[*+?]\??|\{\d+(?:,\d*)?\}\??/y);
    const [least, most] = boundsOf(quantifier);
    return Math.min(most, least + choose(3));
  }

  return oneOfAlternatives();
}

/** Decodes `\x41` and `\u0041` to their character. */
function decoded(part: string): string {
  const code = Number.parseInt(part.replace(/^\\[xu]\{?/, ""), 16);
  return Number.isNaN(code) ? "" : String.fromCodePoint(code);
}

function boundsOf(quantifier: string): [least: number, most: number] {
  if (quantifier === "") return [1, 1];
  if (quantifier.startsWith("*")) return [0, Number.POSITIVE_INFINITY];
  if (quantifier.startsWith("+")) return [1, Number.POSITIVE_INFINITY];
  if (quantifier.startsWith("?")) return [0, 1];
  const [least = "", most = least] = quantifier.replace(/[{}?]/g, "").split(",");
  return [Number(least), most === "" ? Number.POSITIVE_INFINITY : Number(most)];
}
