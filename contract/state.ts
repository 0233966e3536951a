/** The checks of `tenue check` and the page 'État', in display order. */
export const stateKeys = [
  "configuration",
  "database",
  "disk",
  "clock",
  "secrets",
  "mail",
  "dns",
  "proxy",
  "backup",
  "versions",
] as const;
export type StateKey = (typeof stateKeys)[number];

export const stateLabels: Record<StateKey, string> = {
  configuration: "Configuration",
  database: "Base de données",
  disk: "Disque",
  clock: "Horloge",
  secrets: "Secrets",
  mail: "E-mails",
  dns: "Domaine d’envoi",
  proxy: "Adresse publique et proxy",
  backup: "Sauvegardes",
  versions: "Versions",
};

/** The screens below /admin/dashboard/ where administrators can fix a row. The other rows are fixed on the server. */
export const stateScreens: Partial<Record<StateKey, { path: string; label: string }>> = {
  mail: { path: "emails", label: "Ouvrir les réglages e-mail" },
  dns: { path: "emails?tab=domain", label: "Ouvrir le domaine d’envoi" },
};

/** The actions on a row of the page 'État'. */
export const stateActions = ["confirm_clock"] as const;

export const clockMessages = {
  changed: "L’horloge du serveur indique autre chose depuis : vérifiez de nouveau.",
} as const;

/** `warn` and `error` both need a fix; the dashboard shows only `error`. `tenue check` exits with 1 for an error, 2 for a warning. */
export const stateVerdicts = ["ok", "warn", "error", "unknown"] as const;
export type StateVerdict = (typeof stateVerdicts)[number];

export const stateVerdictLabels: Record<StateVerdict, string> = {
  ok: "Bon",
  warn: "À corriger",
  error: "À corriger",
  unknown: "Inconnu",
};
