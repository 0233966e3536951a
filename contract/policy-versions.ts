/** A version of a dated text: the hash of the text and its day. */
export type TextVersion = { hash: string; date: string };

/**
 * The versions of the privacy policy, the present version last. Each has the hash of its text with the initial settings.
 * web/site/views/legal-texts.test.tsx fails when the text has changed without a new version. It keeps the text of each version
 * from 27/11/2026 on in web/site/views/versions.
 */
export const policyVersions = [
  { hash: "a76f40df07b7", date: "26/09/2024" },
  { hash: "c150f379a4a1", date: "22/11/2026" },
  { hash: "636ad01015cb", date: "23/11/2026" },
  { hash: "947891b2897b", date: "26/11/2026" },
  { hash: "ee0736eeafa4", date: "27/11/2026" },
  { hash: "bf07855ddee4", date: "28/11/2026" },
] as const;

/** The versions of the conditions of use, which a person accepts by sending the form. */
export const conditionsVersions = [{ hash: "89af4fb3f3f6", date: "27/11/2026" }] as const;

/** The hash of the notice beside the form's button, with the initial settings. */
export const noticeVersion = "483ff1e092c8";
