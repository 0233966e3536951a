/** Rules and texts of accounts and sessions that browser and server share. */

/** Failed attempts within a window before 429. Short windows, so that an attacker cannot lock an owner out for good. */
export const attemptLimits = {
  windowMs: 15 * 60 * 1000,
  signInPerAccount: 10,
  signInPerAddress: 50,
  /** Second-factor codes tried for one account at sign-in, over all of its challenges. */
  secondFactorPerAccount: 10,
  /** Attempts per address and window to redeem a link, set up an account or enter a second factor. */
  otherPerAddress: 50,
  /** Password links per address. */
  lostPasswordPerAccount: 3,
  /** Confirmations by password of one signed-in account (change of password, two-factor). */
  passwordPerAccount: 10,
} as const;

/** Replaces the address of an administrator whose account was deleted. The SQL function `forget_administrator()` writes it. */
export const deletedAccount = "Compte supprimé";

export const adminMessages = {
  emailRequired: "L'email est requis",
  passwordRequired: "Le mot de passe est requis",
  passwordTooShort: "Le mot de passe doit compter au moins 12 caractères",
  passwordTooLong: "Le mot de passe doit compter au plus 256 caractères",
  passwordTooCommon:
    "Ce mot de passe est trop courant. Choisissez-en un autre, par exemple plusieurs mots sans lien.",
  wrongCredentials: "E-mail ou mot de passe incorrect",
  notAnAdmin: "Vous n'avez pas les droits d'administrateur nécessaires",
  noUser: "Erreur d'authentification",
  signInFailed: "Une erreur s'est produite lors de la connexion",
  tooManySignIns: "Trop de tentatives de connexion. Patientez quelques minutes, puis réessayez.",
  tooManyForAccount:
    "Trop de tentatives de connexion sur ce compte. Recevez un lien par e-mail, ou patientez quelques minutes.",
  linkInvalid: "Ce lien n’est plus valable. Demandez-en un nouveau.",
  wrongPassword: "Le mot de passe actuel est incorrect",
  wrongCode: "Ce code est incorrect ou a déjà servi",
  codeRequired: "Le code de vérification est requis",
  challengeExpired: "Le délai est dépassé. Connectez-vous à nouveau.",
  twoFactorAlreadyOn: "La double authentification est déjà activée",
  twoFactorSetupHint:
    "Vous recevrez ensuite des codes de récupération, pour le jour où l’appareil vous manque.",
  twoFactorOff: "La double authentification n’est pas activée",
  twoFactorUnreadable:
    "Votre double authentification ne peut plus être lue : la clé du serveur a changé. Demandez à un super administrateur de faire exécuter « tenue admin reset-two-factor » sur le serveur.",
  twoFactorTooOld:
    "Votre double authentification est enregistrée sous une forme que seule la version 0.2.0 sait encore lire. Demandez à un super administrateur de faire exécuter « tenue admin reset-two-factor » sur le serveur.",
  setupDone: "Un administrateur est déjà configuré. Connectez-vous.",
  setupCodeRequired: "Saisissez le code affiché sur la console du serveur",
  setupCodeWrong:
    "Ce code n’est pas celui du serveur. Sa console l’affiche à chaque démarrage, tant qu’il n’y a pas d’administrateur.",
  setupFailed: "Failed to setup first admin",
  createFailed: "Failed to create admin user",
  unexpected: "An unexpected error occurred",
  ownAccount: "Vous ne pouvez pas supprimer votre propre compte",
  lastSuperAdmin: "Le dernier super administrateur ne peut pas être supprimé",
  adminExists: "Un administrateur avec cette adresse e-mail existe déjà",
  adminGone: "Cet administrateur n’existe plus",
  sessionGone: "Cette session est déjà terminée",
  accessDenied: "Accès refusé",
  accessDeniedReason: "Vous n'avez pas les droits pour accéder à cette page",
  listFailed: "Une erreur s'est produite lors du chargement des utilisateurs",
  creationFailed: "Erreur lors de la création de l'utilisateur",
  anErrorOccurred: "Une erreur s'est produite",
  deletionFailed: "Erreur lors de la suppression de l'utilisateur",
  created: (email: string) => `L'utilisateur ${email} a été créé avec succès`,
  deleted: "Utilisateur supprimé avec succès",
} as const;
