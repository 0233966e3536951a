import { conditionsVersions, noticeVersion, policyVersions } from "./policy-versions.ts";
import { minimumAge } from "./privacy.ts";

/** Beside the button: sending is accepting. `conditions` is what the form links. */
const terms = `En envoyant ma demande, j'accepte les conditions et confirme avoir ${minimumAge} ans ou plus.`;
export const newsText =
  "J'accepte de recevoir par e-mail les actualités de Tenue. Je peux me désinscrire à tout moment.";
/** Once before the questions; each free text is described by it. */
export const freeTextHint = "N'indiquez rien sur votre santé, votre religion ou vos opinions";

/**
 * The texts of the sign-up form that are agreed to, and the versions of what it shows and links beside them. A change of one word makes another
 * version (`consentVersion`).
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
