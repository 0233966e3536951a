/** The `autocomplete` token for each usual wording of a question about the visitor. */
const purposes = new Map(
  Object.entries({
    ville: "address-level2",
    "code postal": "postal-code",
    pays: "country-name",
    "adresse postale": "street-address",
    "date de naissance": "bday",
    téléphone: "tel",
    "numéro de téléphone": "tel",
    profession: "organization-title",
  }),
);

const beginnings = ["quel est ", "quelle est ", "votre "];
const residence = " de résidence";

/** Knows only a question's usual wordings: 'Votre ville' asks for the visitor's own town, 'Une ville qui vous inspire' does not. */
export function fieldPurpose(question: string): string | undefined {
  let asked = question.trim().toLowerCase();
  if (/[?:.]$/.test(asked)) asked = asked.slice(0, -1).trim();
  for (const beginning of beginnings) if (asked.startsWith(beginning)) asked = asked.slice(beginning.length);
  if (asked.endsWith(residence)) asked = asked.slice(0, -residence.length);
  return purposes.get(asked);
}
