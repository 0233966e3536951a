/** Words that the demo data is put together from. All people and brands are made up; addresses end in reserved domains. */

export const firstnames = list(`
  Chloé, Zoé, Inès, Maëlys, Léa, Noémie, Anaïs, Gaëlle, Éloïse, Camille, Jade, Louise, Manon, Aïcha, Fatou, Yasmine, Linh,
  Mei-Lin, Anne-Sophie, Marie-Ève, Jeanne, Apolline, Clémence, Océane, Solène, Héloïse, Agnès, Françoise, Sélène, Maïa,
  Bérénice, Ambre, Lou, Romane, Salomé, Agathe, Élise, Rokhaya, Leïla, Nour, Siham, Oumou, Ángela, Zuzanna, İpek,
  Théo, Noé, Raphaël, Jérôme, François, Mathéo, Loïc, Maël, Gaëtan, Jean-Baptiste, Pierre-Yves, Hugo, Léo, Étienne,
  Rémi, Gaël, Joël, Bastien, Amadou, Mehdi, Karim, Tuấn, João, Søren, Ousmane, Ilyès, Côme, Tanguy, Aurélien, Cédric`);

export const lastnames = list(`
  Martin, Bernard, Dubois, Lefèvre, Moreau, Girard, Rousseau, D’Almeida, N’Diaye, L’Hermitte, Le Goff, Du Pré, Béranger,
  Gérard, François, Garnier, Faure, Mercier, Dupuis, Lambert, Bonnet, Noël, Legrand, Chevalier, Robin, Clément, Gauthier,
  Perrot, Muñoz, O’Connor, Çelik, Nguyễn, Diallo, Traoré, Benali, Haddad, Kowalski, García, Da Silva, Öztürk, Müller,
  Château, Forêt, Lhuillier, Guérin, Boyer, Lemaître, Hervé, Besançon, Prévost, Bâ, Koné, Sow, Leclère, Vasseur,
  Dumas, Roy, Tessier, De La Tour, Saint-Aubin, Le Bihan, Kerboul, Étcheverry, Aït-Ahmed, Ben Saïd, Nováková`);

export const brandFirstWords = list(
  "Maison, Atelier, Studio, Manufacture, Les Ateliers, Comptoir, Collectif, Fabrique",
);

export const brandSecondWords = list(`
  Brune, Éclat, Ravel, Cœur Vaillant, d’Octobre, Lumière, Sœurs Tissot, Fil & Fer, Mésange, Grège, Lin Noir, Belle-Île,
  Papier, Côté Cour, Rive Gauche, Amarante, Bleu de Chauffe, Velours, Coton Égal, Soie Sauvage, Tramontane, Marguerite,
  Vert-de-Gris, Petit Jour, Ardoise, Aubépine, Chêne & Craie, L’Étoffe, N° 9, Été Indien, Organdi, Point Zigzag`);

/** Domains that RFC 2606 and RFC 6761 reserve: no message ever arrives anywhere. */
export const emailDomains = list(
  "courrier.example, boite.example, example.org, example.com, lettres.example, example.net",
);

export const favouriteBrands = list(`
  Maison Brune, Atelier Éclat, Lin Noir, « la friperie du coin », Soie Sauvage, Aucune en particulier, Rive Gauche,
  ce que coud ma grand-mère, Petit Jour, Amarante, Les Ateliers Mésange, Bleu de Chauffe, Coton Égal, Tramontane`);

export const bestSellers = list(`
  La veste de travail, Un trench en gabardine, Le pull marin, La robe portefeuille, Un jean droit, Le manteau croisé,
  La chemise en lin, Un cabas en toile, La jupe plissée, Le col roulé en mérinos`);

export const wishes = lines(`
  Des tenues portées par de vraies personnes, pas par des mannequins.
  Retrouver facilement d’où vient une pièce que j’ai vue quelque part.
  M’aider à porter autrement ce que j’ai déjà dans mon armoire.
  Découvrir de petites marques françaises que je ne connais pas encore.
  Parler matières et coupes avec des gens qui s’y connaissent.
  Des idées quand il pleut, quand il fait froid, et quand je n’ai pas d’idée.
  Montrer notre travail sans devoir publier dix vidéos par jour.
  Comprendre ce que les gens portent vraiment, ville par ville.
  Garder au même endroit les looks qui m’inspirent.
  Une application calme, sans publicité toutes les trois images.`);

export const remarks = lines(`
  Merci d’avance !
  J’ai hâte d’essayer : l’idée me plaît beaucoup.
  Si possible avec un mode sombre 🙂
  Et surtout : de la place pour toutes les morphologies.
  Je peux aussi aider à tester, j’ai un peu de temps le soir.
  Le reste, on verra à l’usage.
  C’est tout ce que je demande, mais c’est déjà beaucoup.`);

/** Converts a name to ASCII letters and digits for a local part or a host name. */
export function slug(text: string): string {
  return text
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll("œ", "oe")
    .replaceAll("ø", "o")
    .replaceAll("ı", "i")
    .replaceAll("&", "et")
    .replaceAll("’", "")
    .replace(/\p{M}/gu, "")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "");
}

function list(text: string): string[] {
  return text.split(",").map((part) => part.trim().normalize("NFC"));
}

function lines(text: string): string[] {
  return text
    .trim()
    .split("\n")
    .map((line) => line.trim());
}
