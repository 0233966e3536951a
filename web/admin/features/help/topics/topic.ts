/** A word and its meaning, or a rule and its content. */
type HelpEntry = { term: string; text: string };

export type HelpTopic = {
  /** The fragment of the topic's address, after '#'. */
  id: string;
  title: string;
  /** Further search words for the topic. */
  words: string;
  entries: HelpEntry[];
  screen?: { path: string; label: string };
};
