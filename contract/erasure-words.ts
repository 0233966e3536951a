import { oldestBackupDays } from "./backup.ts";
import { privacyPeriods } from "./privacy.ts";
import { webhookLimits } from "./webhooks.ts";

const { suppressionYears, requestYears, erasureLogDays, journalMonths } = privacyPeriods;

/** Which data remain after an erasure, where and for how long. Every page, dialog and text about deleting a person uses this text. */
export const erasureLeaves = `Une empreinte de l’adresse, faite avec une clé secrète, reste ${suppressionYears}\u00a0ans pour ne plus lui écrire, ${requestYears}\u00a0ans au registre des demandes si l’effacement a été demandé, et ${erasureLogDays}\u00a0jours pour le refaire si une sauvegarde est restaurée. Des messages envoyés restent le type et la date. L’identifiant de l’inscription reste ${webhookLimits.keptDays}\u00a0jours dans les livraisons aux outils reliés, ou jusqu’à ce qu’un outil désactivé apprenne la suppression ou soit retiré, et ${journalMonths}\u00a0mois au journal\u00a0; les outils qui ont reçu des données les gardent selon leurs propres règles. Les sauvegardes gardent les données jusqu’à leur propre suppression, après ${oldestBackupDays}\u00a0jours au plus\u00a0; la plus récente attend la suivante.`;
