/** Text before what is repeated, what is repeated, and what comes after it. */
export type Attack = { start: string; unit: string; end: string };

/** Characters that a class may match besides those of its expression. */
const usualCharacters = [..." \t\n0aA_-.:,;@é\u0301\u202e\u0000"];
/** How many texts are made of one expression: each takes other branches, characters and numbers of repetitions. */
const variants = 12;
const unitMax = 3;

/** @returns a text of `length` characters, or a few less */
export function attackText({ start, unit, end }: Attack, length: number): string {
  return start + unit.repeat(Math.max(1, Math.floor((length - start.length) / unit.length))) + end;
}

/**
 * What makes an expression go back and forth: each part of texts that match it, or nearly, repeated behind the beginning of such a
 * text, and an end that does not match, so that everything before is tried in every other way.
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

/** A text like those that the expression matches, with what it looks ahead or back for. */
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

/** `\x41` and `\u0041` say which character they are. */
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
