import { keyGroups, keyNames } from "#web/admin/ui/keys/key-groups.ts";
import type { HelpTopic } from "./topic.ts";

export const keysTopic: HelpTopic = {
  id: "keys",
  title: "Raccourcis clavier",
  words: "touches clavier lettres",
  entries: keyGroups.flatMap(({ title, keys }) =>
    Object.values(keys).map((key) => ({ term: keyNames(key), text: `${key.does} (${title})` })),
  ),
  screen: { path: "account", label: "Activer ou couper les raccourcis à une lettre" },
};
