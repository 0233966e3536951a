import type { Audience } from "#contract/audience.ts";
import { brand } from "#contract/brand.ts";
import { signUpPath } from "#contract/signup-words.ts";
import { type Shared, sharePictures } from "./sharing.ts";

/** The title and the sharing texts of the sign-up's own page, by audience. */
export const signUpInfo: Record<Audience, Shared & { path: string }> = {
  user: {
    path: signUpPath("user"),
    title: `S’inscrire à la bêta · ${brand.name}`,
    description: `Demandez une place dans la bêta fermée de ${brand.name} : dites-nous qui vous êtes et comment vous vous habillez, nous lisons chaque demande.`,
  },
  brand: {
    path: signUpPath("brand"),
    title: `Inscrire une marque à la bêta · ${brand.name}`,
    description: `Votre marque de mode dans la bêta de ${brand.name} : présentez-la à celles et ceux qui cherchent leurs références, et dites-nous ce que vous en attendez.`,
    picture: sharePictures.brands,
  },
};
