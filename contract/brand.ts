/**
 * Everything an owner replaces with their own: name, addresses, people to write to, partners.
 * What stands between square brackets is a placeholder and is shown as such on the legal pages.
 */
export const brand = {
  name: "Tenue",
  tagline: "THE #1 FRENCH APP FOR CLOTHES INSPIRATION",
  description:
    "Tenue, l’application française d’inspiration vestimentaire : trouvez des références, partagez vos tenues, montrez votre travail. Inscrivez-vous à la bêta.",
  copyrightYear: 2025,
  contact: {
    email: "contact@tenue.example",
    communityChat: "https://chat.tenue.example/invitation",
    tiktok: "https://www.tiktok.com/@tenue.example",
    instagram: "https://www.instagram.com/tenue.example",
  },
  stores: { appStore: "#app-store", playStore: "#play-store" },
  partners: {
    followedBy: { name: "[Nom du partenaire qui suit le projet]", url: null },
    accompaniedBy: { name: "[Nom du partenaire qui accompagne le projet]", url: null },
  },
  publisher: {
    company: "[Raison sociale]",
    legalForm: "[Forme juridique et capital]",
    address: "[Adresse du siège]",
    registration: "[Numéro RCS et ville]",
    vat: "[Numéro de TVA intracommunautaire]",
    director: "[Nom du directeur ou de la directrice de la publication]",
    phone: "[Téléphone]",
  },
  host: {
    company: "[Nom de l’hébergeur]",
    address: "[Adresse de l’hébergeur]",
    phone: "[Téléphone de l’hébergeur]",
  },
  privacyPolicyUpdated: "26/09/2024",
} as const;
