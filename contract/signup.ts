/** Answers by question id: a text, or a list of texts for checkboxes. */
export type Responses = Record<string, string | string[]>;
