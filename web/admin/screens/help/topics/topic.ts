/** A word and what it means, or a rule and what it says. */
type HelpEntry = { term: string; text: string };

export type HelpTopic = {
  /** Stands in the address behind '#'. */
  id: string;
  title: string;
  /** Other words that somebody may look for it by. */
  words: string;
  entries: HelpEntry[];
  /** Where what it is about is done. */
  screen?: { path: string; label: string };
};
