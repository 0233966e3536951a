/** What the journal records. A closed list: stored as the key, shown as the label. */
export const journalActions = {
  "session.signed_in": "Connexion",
  "session.refused": "Connexion refusée",
  "session.signed_out": "Déconnexion",
  "session.ended": "Session terminée à distance",
  "account.activated": "Compte activé",
  "account.password_reset": "Mot de passe réinitialisé",
  "account.password_changed": "Mot de passe modifié",
  "account.two_factor_enabled": "Double authentification activée",
  "account.two_factor_disabled": "Double authentification désactivée",
  "account.two_factor_reset": "Double authentification réinitialisée",
  "account.recovery_codes_renewed": "Codes de récupération renouvelés",
  "admin.set_up": "Premier administrateur créé",
  "admin.invited": "Administrateur ajouté",
  "admin.link_renewed": "Lien d’activation renouvelé",
  "admin.deleted": "Administrateur supprimé",
  "signup.approved": "Inscription approuvée",
  "signup.rejected": "Inscription rejetée",
  "signup.decision_undone": "Décision annulée",
  "signup.deleted": "Inscription supprimée",
  "signups.approved": "Inscriptions approuvées",
  "signups.rejected": "Inscriptions rejetées",
  "signups.decision_undone": "Décisions annulées",
  "signups.deleted": "Inscriptions supprimées",
  "signups.expired": "Inscriptions supprimées après un an d’inactivité",
  "signups.exported": "Inscriptions exportées",
  "question.created": "Question ajoutée",
  "question.updated": "Question modifiée",
  "question.activated": "Question activée",
  "question.deactivated": "Question désactivée",
  "question.moved": "Question déplacée",
  "question.deleted": "Question supprimée",
  "email.settings_updated": "Paramètres d’email modifiés",
  "email.connection_tested": "Connexion d’email testée",
  "email.test_sent": "Email de test envoyé",
  "email.template_updated": "Modèle d’email modifié",
  "email.single_sent": "Email individuel envoyé",
  "email.pending_processed": "Emails en attente traités",
  "email.resent": "Email renvoyé",
  "campaign.created": "Envoi en masse créé",
  "campaign.paused": "Envoi en masse suspendu",
  "campaign.resumed": "Envoi en masse repris",
  "campaign.cancelled": "Envoi en masse annulé",
  "shield.forced": "Protection contre les robots réglée à la main",
  "shield.released": "Protection contre les robots rendue automatique",
  "stats.exported": "Statistiques exportées",
} as const;

export type JournalAction = keyof typeof journalActions;

export const journalActionKeys = Object.keys(journalActions) as [JournalAction, ...JournalAction[]];

/** Who acts when no administrator does: jobs, the command line, an unknown visitor. */
export const systemActor = "system";

export const journalPageSize = 50;
