import type { Audience } from "#contract/audience.ts";
import {
  type BulkAction,
  type BulkEvent,
  type BulkRecipients,
  bulkSkipMessages,
} from "#contract/decisions.schema.ts";
import { erasureLeaves } from "#contract/erasure-words.ts";
import { limits } from "#contract/limits.ts";
import { formatCount, formatEmail, formatName, formatNumber } from "#web/lib/format.ts";

type Texts = { title: string; about: string; name: string; search: string; empty: string };

/** The texts that differ between the two lists. */
export const audienceTexts: Record<Audience, Texts> = {
  user: {
    title: "Inscriptions à la bêta",
    about: "Les personnes qui veulent essayer l’application.",
    name: "Nom",
    search: "Nom, prénom ou e-mail",
    empty: "Les inscriptions arrivent ici dès que le formulaire du site est rempli.",
  },
  brand: {
    title: "Inscriptions Marques",
    about: "Les marques qui veulent rejoindre l’application.",
    name: "Nom/Marque",
    search: "Nom, prénom, e-mail ou site web",
    empty: "Les marques arrivent ici dès qu’elles remplissent le formulaire du site.",
  },
};

/** The labels of the list's filter by invitation. */
export const invitationFilterLabels = {
  any: "Invités",
  none: "Jamais invités",
  to_send: "Invitation à envoyer",
  sent: "Invitation envoyée",
  redeemed: "Invitation utilisée",
  expired: "Invitation expirée",
  revoked: "Invitation révoquée",
  bounced: "Invitation non remise",
} as const;

type Named = { firstname: string; name: string };

/** The display name of a sign-up: first name and name of a person, or a brand's own name without its contact. */
export const nameOf: Record<Audience, (signup: Named) => string> = {
  user: formatName,
  brand: (signup) => signup.name.trim() || formatName(signup),
};

/** The name of a sign-up in buttons and questions; its address when it has no name. */
export function spokenName(audience: Audience, signup: Named & { email: string }): string {
  const name = nameOf[audience](signup);
  return name === "Sans nom" ? formatEmail(signup.email) : name;
}

type BulkTexts = { verb: string; done: string; color: string; warning: string };

export const bulkTexts: Record<BulkAction["action"], BulkTexts> = {
  approve: {
    verb: "Approuver",
    done: "approuvée",
    color: "green",
    warning: "Seules les inscriptions en attente sont approuvées ; les autres restent telles quelles.",
  },
  reject: {
    verb: "Rejeter",
    done: "rejetée",
    color: "red",
    warning: "Seules les inscriptions en attente sont rejetées ; les autres restent telles quelles.",
  },
  delete: {
    verb: "Supprimer",
    done: "supprimée",
    color: "red",
    warning: `Les inscriptions et leurs réponses sont effacées de la base, sans retour possible. ${erasureLeaves}`,
  },
};

type Chosen = { all: boolean; ids: ReadonlySet<string> };

/** "3 inscriptions sélectionnées", or all that match, exactly counted or not. */
export function selectionLabel(chosen: Chosen, list: { total: number; totalIsExact: boolean }): string {
  if (chosen.all && !list.totalIsExact)
    return `Plus de ${formatNumber(list.total)} inscriptions sélectionnées`;
  const count = chosen.all ? list.total : chosen.ids.size;
  return `${formatCount(count, "inscription")} ${count < 2 ? "sélectionnée" : "sélectionnées"}`;
}

const subjectMax = 40;

/** A shortened mail subject in quotation marks. "…" replaces its variables, which differ from person to person. */
export function shortSubject(subject: string): string {
  const text = subject.replace(/\{\{[^{}]{1,40}\}\}/g, "…");
  return `« ${text.length > subjectMax ? `${text.slice(0, subjectMax).trimEnd()}…` : text} »`;
}

/** The sentence that follows the notice of a message in simulation mode. */
export const simulationText = "Mode simulation\u00a0: cet e-mail est noté dans l’historique, rien ne part.";

/** "21 personnes recevront « Bienvenue » dans 30 s" */
export function recipientsText({ recipients, isExact }: BulkRecipients, subject: string): string {
  const people = `${isExact ? "" : "Plus de "}${formatCount(recipients, "personne")}`;
  return `${people} ${recipients < 2 ? "recevra" : "recevront"} ${shortSubject(subject)} dans ${limits.undoMs / 1_000} s`;
}

/** The recipients with unconfirmed or disposable addresses. */
export function addressesText({ unconfirmed, disposable }: BulkRecipients): string {
  const named = [
    ...(unconfirmed > 0
      ? [formatCount(unconfirmed, "adresse non confirmée", "adresses non confirmées")]
      : []),
    ...(disposable > 0 ? [formatCount(disposable, "adresse jetable", "adresses jetables")] : []),
  ];
  return named.length > 0 ? `Dont ${named.join(" et ")}.` : "";
}

type Result = Extract<BulkEvent, { type: "result" }>;

/** The result, then one line per reason for skipped sign-ups. */
export function reportLines(action: BulkAction["action"], { done, skipped }: Result): string[] {
  const word = bulkTexts[action].done;
  return [
    `${formatCount(done, "inscription")} ${done < 2 ? word : `${word}s`}.`,
    ...skipped
      .filter(({ count }) => count > 0)
      .map(
        ({ reason, count }) =>
          `${formatNumber(count)} laissée${count < 2 ? "" : "s"} de côté : ${bulkSkipMessages[reason]}.`,
      ),
  ];
}
