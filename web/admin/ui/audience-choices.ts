/** The options of a field that chooses one audience. */
export const audienceChoices = [
  { value: "user", label: "Utilisateurs" },
  { value: "brand", label: "Marques" },
];
