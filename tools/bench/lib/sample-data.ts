/** The measured server's secret, so that the load generator can make form tokens that are old enough. */
export const authSecret = "a-secret-for-benchmarks-that-is-long-enough";

/** Four questions that every sample sign-up answers. */
export const benchQuestions = [
  { id: "00000000-0000-4000-8000-000000000001", fieldType: "text", options: null, question: "Votre ville ?" },
  {
    id: "00000000-0000-4000-8000-000000000002",
    fieldType: "radio",
    options: ["Chaque jour", "Chaque semaine", "Parfois"],
    question: "Cherchez-vous souvent l’inspiration ?",
  },
  {
    id: "00000000-0000-4000-8000-000000000003",
    fieldType: "checkbox",
    options: ["Rue", "Chic", "Vintage", "Sport", "Minimal"],
    question: "Quels styles aimez-vous ?",
  },
  {
    id: "00000000-0000-4000-8000-000000000004",
    fieldType: "select",
    options: ["Moins de 18 ans", "18 à 25 ans", "26 à 35 ans", "Plus de 35 ans"],
    question: "Votre âge ?",
  },
] as const;

/** A valid sign-up of a user. @param key makes its e-mail unique */
export function benchSignup(key: string) {
  const [city, rhythm, styles, age] = benchQuestions;
  return {
    firstname: "Élodie",
    name: "Lefèvre-Martin",
    email: `elodie.${key}@exemple.fr`,
    responses: {
      [city.id]: "Aix-en-Provence",
      [rhythm.id]: rhythm.options[1],
      [styles.id]: [styles.options[0], styles.options[2]],
      [age.id]: age.options[1],
    },
  };
}
