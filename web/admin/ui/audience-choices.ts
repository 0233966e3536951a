/** Of which list people are, for a selection. */
export const audienceChoices = [
  { value: "user", label: "Utilisateurs" },
  { value: "brand", label: "Marques" },
];
