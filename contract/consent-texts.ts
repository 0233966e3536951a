import { conditionsVersions, noticeVersion, policyVersions } from "./policy-versions.ts";
import { minimumAge } from "./privacy.ts";

/** Shown beside the button, because sending the form accepts the terms. The form links the word "conditions". */
const terms = `En envoyant ma demande, j'accepte les conditions et confirme avoir ${minimumAge} ans ou plus.`;
export const newsText =
  "J'accepte de recevoir par e-mail les actualités de Tenue. Je peux me désinscrire à tout moment.";
/** Shown once before the questions, and the description of each free-text field (`aria-describedby`). */
export const freeTextHint = "N'indiquez rien sur votre santé, votre religion ou vos opinions";

/**
 * The texts of the sign-up form that a person agrees to, and the versions of the texts that it shows or links beside them. A
 * change of one word makes another version (`consentVersion`).
 */
export const consentTexts = {
  terms,
  news: newsText,
  freeText: freeTextHint,
  notice: noticeVersion,
  conditions: latest(conditionsVersions),
  policy: latest(policyVersions),
} as const;

function latest(versions: readonly { hash: string; date: string }[]): string {
  return versions.map(({ date, hash }) => `${date} ${hash}`).at(-1) ?? "";
}
