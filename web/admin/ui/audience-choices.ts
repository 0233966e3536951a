/** The options of a field for one audience. */
export const audienceChoices = [
  { value: "user", label: "Utilisateurs" },
  { value: "brand", label: "Marques" },
];
