/** A word and its meaning, or a rule and its content. */
type HelpEntry = { term: string; text: string };

export type HelpTopic = {
  /** The fragment of its address, behind '#'. */
  id: string;
  title: string;
  /** Further words that find it. */
  words: string;
  entries: HelpEntry[];
  screen?: { path: string; label: string };
};
