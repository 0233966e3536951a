import { keyGroups } from "#web/admin/ui/keys/key-groups.ts";
import type { HelpTopic } from "./topic.ts";

export const keysTopic: HelpTopic = {
  id: "keys",
  title: "Raccourcis clavier",
  words: "touches clavier lettres",
  entries: keyGroups.flatMap(({ title, keys }) =>
    keys.map((key) => ({ term: key.keys, text: `${key.does} (${title})` })),
  ),
  screen: { path: "account", label: "Activer ou couper les raccourcis à une lettre" },
};
