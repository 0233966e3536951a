import { emailMessages } from "#contract/email.ts";
import { ApiError, conflict, forbidden, notFound } from "#server/lib/http/errors.ts";

export const noRecipients = () => new ApiError(409, "no_recipients", emailMessages.noRecipients);

/** `fields.id` names the campaign that is already under way. */
export const alreadyStarted = (id: string) =>
  new ApiError(409, "campaign_running", "Cet envoi a déjà été lancé.", { fields: { id } });

/** The error for an admin who still edits a draft that was started meanwhile. */
export const noDraft = (id: string) =>
  new ApiError(
    409,
    "campaign_running",
    "Ce brouillon a déjà été envoyé ou programmé : il ne peut plus être modifié ni supprimé.",
    { fields: { id } },
  );

export const noRecipientsLeft = () =>
  new ApiError(409, "no_recipients", "Il n’y a personne à qui renvoyer ce message.");

export const stillRunning = () => conflict("Cet envoi n’est pas terminé : attendez sa fin pour le renvoyer.");

export const segmentChanged = () =>
  conflict("Le segment vient d’être modifié\u00a0: vérifiez les destinataires, puis envoyez.");

/** The reason on a scheduled campaign whose start failed. */
export const startFailed =
  "L’envoi n’a pas pu commencer\u00a0: un nouvel essai suit dans une minute. Si ce message reste, annulez l’envoi et préparez-en un autre.";

/** The reason on a scheduled campaign that is due while the DNS says that the signing key is not there. */
export const startWithoutKey =
  "La clé DKIM n’est plus publiée dans le DNS de votre domaine\u00a0: les messages seraient refusés. Remettez l’enregistrement (Réglages e-mail, onglet Domaine)\u00a0: un nouvel essai suit chaque minute.";

/** The reason on a scheduled campaign that a restore made a draft, because its time had passed. */
export const restoredAfterDue =
  "Une sauvegarde a été restaurée après la date prévue : ce message est peut-être déjà parti. Vérifiez-le, puis envoyez-le ou supprimez ce brouillon.";

export const campaignNotFound = () => notFound("Cet envoi n’existe pas.");

export const wrongState = () =>
  conflict("L’état de cet envoi a changé entre-temps : cette action n’est plus possible.");

export const scheduledInThePast = () =>
  new ApiError(400, "invalid_request", "La date d’envoi est déjà passée.", {
    fields: { scheduledAt: "La date d’envoi est déjà passée." },
  });

export const serviceProtected = () => forbidden(emailMessages.serviceProtected);

export const confirmationProtected = () => forbidden(emailMessages.confirmationProtected);

export const newsNeedHttps = () => new ApiError(409, "news_need_https", emailMessages.newsNeedHttps);

/** @param reason the reason that the transport gives */
export const newsHindered = (reason: string) => conflict(reason);
