import { keyGroups, keyNames, paletteKey } from "#web/admin/ui/keys/key-groups.ts";
import type { HelpTopic } from "./topic.ts";

export const keysTopic: HelpTopic = {
  id: "keys",
  title: "Raccourcis clavier",
  words: "touches clavier lettres",
  entries: keyGroups.flatMap(({ title, keys }) =>
    Object.values(keys).map((key) => ({ term: keyNames(key), text: `${key.does} (${title})` })),
  ),
  picture: {
    name: "palette",
    alt: "La palette ouverte, où « modèle » est tapé : dessous, rangés par groupes, les écrans, les sujets de l’aide et les inscriptions qui correspondent.",
    caption: `${paletteKey.name} mène partout : un écran, un sujet de l’aide, une inscription par son nom.`,
  },
  screen: { path: "account", label: "Activer ou couper les raccourcis à une lettre" },
};
