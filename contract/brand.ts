/**
 * What the product is called. Who publishes it, their contacts and partners are the owner's settings (`site.ts`), which the public
 * site is rendered from.
 */
export const brand = {
  name: "Tenue",
  tagline: "THE #1 FRENCH APP FOR CLOTHES INSPIRATION",
  description:
    "Tenue, l’application française d’inspiration vestimentaire : trouvez des références, partagez vos tenues, montrez votre travail. Inscrivez-vous à la bêta.",
  copyrightYear: 2025,
} as const;
