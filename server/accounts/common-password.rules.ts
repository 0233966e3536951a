import { normalForm } from "#contract/text.ts";
import { commonPasswords } from "./common-passwords.ts";

const lookAlikes: Record<string, string> = {
  "0": "o",
  "1": "i",
  "3": "e",
  "4": "a",
  "5": "s",
  "7": "t",
  "@": "a",
  $: "s",
  "!": "i",
  "€": "e",
};

/**
 * Strength of the rest without the common parts, in points: less than this is guessed quickly. The digits and
 * signs that many people add ("2025!") weigh little.
 */
const ownPointsMin = 12;
const pointsOf = (character: string) => (/[^\p{ASCII}]|\p{L}/u.test(character) ? 3 : 1);
/** Several unrelated words are a passphrase, and a good one, however common each of them is. */
const passphraseWords = 4;

/**
 * Whether attackers try this password early: a common one, or common ones and sequences put together ("motdepasse2025!",
 * "P@ssw0rd1234", "azertyazerty"). Written for passwords of 12 characters and more.
 */
export function isCommonPassword(password: string): boolean {
  const plain = normalForm(password, "NFKD").replace(/\p{M}/gu, "").toLowerCase();
  return isRepetition(plain) || isMadeOfCommonParts(plain) || isMadeOfCommonParts(withoutDisguise(plain));
}

function withoutDisguise(text: string): string {
  return [...text].map((character) => lookAlikes[character] ?? character).join("");
}

/** "abcabcabcabc": one short piece again and again. */
function isRepetition(text: string): boolean {
  return /^(.{1,6}?)\1+.{0,5}$/su.test(text) && new Set(text).size <= 6;
}

const sequences = [
  "abcdefghijklmnopqrstuvwxyz",
  "01234567890123456789",
  "azertyuiopqsdfghjklmwxcvbn",
  "qwertyuiopasdfghjklzxcvbnm",
  "1a2z3e4r5t6y7u8i9o0p",
  "1q2w3e4r5t6y7u8i9o0p",
  "1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik",
  "1qsdfghjklm",
  "aqwzsxedcrfvtgbyhnujik",
];
const bothWays = sequences.flatMap((sequence) => [sequence, [...sequence].reverse().join("")]);

function isMadeOfCommonParts(text: string): boolean {
  const found = new Set<string>();
  let own = 0;
  let at = 0;
  while (at < text.length) {
    const word = longestWordAt(text, at);
    if (word !== null) found.add(word);
    const length = word?.length ?? sequenceLengthAt(text, at);
    if (length === 0) own += pointsOf(text[at] ?? "");
    at += Math.max(1, length);
  }
  return own < ownPointsMin && found.size < passphraseWords;
}

function longestWordAt(text: string, at: number): string | null {
  const longest = Math.min(text.length - at, commonPasswords.longest);
  for (let length = longest; length >= commonPasswords.shortest; length -= 1) {
    const word = text.slice(at, at + length);
    if (commonPasswords.words.has(word)) return word;
  }
  return null;
}

/** How many characters from here on follow a row of keys, the alphabet or one another (at least three). */
function sequenceLengthAt(text: string, at: number): number {
  const run = /^(.)\1{2,}/su.exec(text.slice(at))?.[0].length ?? 0;
  let best = run;
  for (let length = 3; at + length <= text.length; length += 1) {
    const piece = text.slice(at, at + length);
    if (!bothWays.some((sequence) => sequence.includes(piece))) break;
    best = Math.max(best, length);
  }
  return best;
}
