/**
 * The names of the product. Its publisher, contacts and partners are the owner's settings (`site.ts`), from which the public site
 * is rendered.
 */
export const brand = {
  name: "Tenue",
  tagline: "THE #1 FRENCH APP FOR CLOTHES INSPIRATION",
  description:
    "Tenue, l’application française d’inspiration vestimentaire : trouvez des références, partagez vos tenues, montrez votre travail. Inscrivez-vous à la bêta.",
  copyrightYear: 2025,
} as const;
