import { minimumAge } from "./privacy.ts";

/** What stands beside the sign-up form and is agreed to. A change of one word makes another version (`consentVersion`). */
export const consentTexts = {
  /** Beside the button: sending is accepting. */
  terms: `En envoyant ma demande, j'accepte les conditions et confirme avoir ${minimumAge} ans ou plus.`,
  news: "J'accepte de recevoir par e-mail les actualités de Tenue. Je peux me désinscrire à tout moment.",
  freeText: "N'indiquez rien sur votre santé, votre religion ou vos opinions",
} as const;
