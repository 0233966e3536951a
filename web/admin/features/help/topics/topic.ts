import type sizes from "#web/admin/features/help/pictures/sizes.json";

/** A word and what it means, or a rule and what it says. */
type HelpEntry = { term: string; text: string };

/** A part of a screen as `npm run screenshots` drew it, in both themes and widths. */
export type HelpPicture = {
  /** Of its files in `pictures/`, without width, theme and ending. */
  name: keyof typeof sizes;
  /** What is to be seen, for those who do not see it. */
  alt: string;
  /** What it is shown for. */
  caption: string;
};

export type HelpTopic = {
  /** Stands in the address behind '#'. */
  id: string;
  title: string;
  /** Other words that somebody may look for it by. */
  words: string;
  entries: HelpEntry[];
  picture?: HelpPicture;
  /** Where what it is about is done. */
  screen?: { path: string; label: string };
};
