export const tokenScopes = ["signups:read", "stats:read", "invitations:redeem"] as const;
export type TokenScope = (typeof tokenScopes)[number];

/** `suspended`: its creator is no longer a super administrator. */
export const tokenStates = ["active", "expired", "suspended"] as const;
export type TokenState = (typeof tokenStates)[number];

export const tokenLimits = {
  nameMax: 60,
  tokensMax: 50,
  /** The longest life of a token. */
  lifeDays: 365,
  callsPerMinute: 120,
} as const;

export const tokenMessages = {
  name: "Donnez un nom au jeton",
  scopes: "Choisissez au moins un droit",
  expiry: "Choisissez une date dans l’année qui vient",
  notFound: "Ce jeton n’existe plus",
  tooMany: `${tokenLimits.tokensMax} jetons au maximum. Révoquez d’abord ceux qui ne servent plus.`,
  /** The same message for every reason, so that a caller learns nothing about other tokens. */
  refused: "Jeton absent, inconnu, expiré ou révoqué.",
  outOfScope: (scope: TokenScope) => `Ce jeton n’a pas le droit «\u00a0${scope}\u00a0».`,
} as const;
