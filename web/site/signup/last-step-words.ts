/** The text under the thanks, in the dialog and on the page without a script. */
export const lastStep = "Dernier geste : ouvrez le message envoyé à";
export const correctLabel = "Corriger l’adresse";
export const resendLabel = "Renvoyer le message de confirmation";
