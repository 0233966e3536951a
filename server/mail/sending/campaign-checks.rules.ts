import type { CampaignCheck } from "#contract/campaigns.schema.ts";
import type { DomainCheck } from "#contract/email-domain.schema.ts";
import { type DomainVerdict, domainCheckLabels } from "#contract/email-domain.ts";
import type { TemplateVariable } from "#contract/template-variables.ts";
import { gmailCutBytes } from "#server/mail/content/shown-mail.service.ts";
import type { LinkVerdict } from "./link-checker.ts";

/** A row without the key of its check. */
type Finding = Omit<CampaignCheck, "key">;

const good = (text: string): Finding => ({ verdict: "ok", text, details: [] });
const warn = (text: string, details: string[] = []): Finding => ({ verdict: "warn", text, details });
const error = (text: string, details: string[] = []): Finding => ({ verdict: "error", text, details });

/** The number of characters of a subject that most message lists show. */
const subjectShown = 70;
/** A subject with at least this many letters, all capitals, causes a warning; a shorter one may be a name. */
const shoutedLetters = 12;
const nearlyTooLarge = 0.85;

export function judgeSubject(subject: string): Finding {
  if (subject.trim() === "") return error("L’objet manque.");
  const letters = subject.replace(/\{\{[^{}]*\}\}/g, "").replace(/\P{L}/gu, "");
  if (letters.length >= shoutedLetters && letters === letters.toUpperCase()) {
    return warn("L’objet est tout en majuscules : beaucoup de filtres y voient du spam.");
  }
  if (/!{2,}/.test(subject)) return warn("L’objet crie (« !! ») : beaucoup de filtres y voient du spam.");
  if (subject.length > subjectShown) {
    return warn(
      `L’objet a ${subject.length} caractères : la fin ne se verra pas partout (${subjectShown} au plus).`,
    );
  }
  return good("L’objet est court et lisible.");
}

export function judgeRecipients(count: number): Finding {
  if (count === 0) return error("Personne ne correspond à ces filtres.");
  return good(count === 1 ? "1 destinataire." : `${count.toLocaleString("fr-FR")} destinataires.`);
}

type CheckedLinks = {
  /** The links of the text, each once. */
  checked: (LinkVerdict & { address: string })[];
  /** The number of links that were not checked because of the limit. */
  left: number;
  /** The texts of links without an address. */
  withoutTarget: string[];
};

export function judgeLinks({ checked, left, withoutTarget }: CheckedLinks): Finding {
  const details = [
    ...withoutTarget.map((text) => `« ${text} » : ce lien n’a pas d’adresse`),
    ...checked
      .filter(({ verdict }) => verdict !== "ok")
      .map(({ address, reason }) => `${address} : ${reason}`),
  ];
  if (withoutTarget.length > 0) {
    const count = withoutTarget.length;
    return warn(
      count === 1 ? "Un lien ne mène nulle part." : `${count} liens ne mènent nulle part.`,
      details,
    );
  }
  const broken = checked.filter(({ verdict }) => verdict === "warn").length;
  if (broken > 0) {
    return warn(broken === 1 ? "Un lien ne répond pas." : `${broken} liens ne répondent pas.`, details);
  }
  if (details.length > 0 || left > 0) {
    const rest = left > 0 ? [`${left} autres liens n’ont pas été vérifiés`] : [];
    return {
      verdict: "unknown",
      text: "Des liens n’ont pas pu être vérifiés.",
      details: [...details, ...rest],
    };
  }
  if (checked.length === 0) return good("Aucun lien à vérifier.");
  return good(checked.length === 1 ? "Le lien répond." : `Les ${checked.length} liens répondent.`);
}

export function judgePictures({ all, withoutText }: { all: number; withoutText: number }): Finding {
  if (all === 0) return good("Aucune image.");
  if (withoutText === 0) return good("Chaque image a un texte de remplacement.");
  return warn(
    withoutText === 1
      ? "Une image n’a pas de texte de remplacement : qui ne voit pas les images ne saura pas ce qu’elle montre."
      : `${withoutText} images n’ont pas de texte de remplacement : qui ne voit pas les images ne saura pas ce qu’elles montrent.`,
  );
}

export function judgeSize(bytes: number): Finding {
  const size = `${Math.ceil(bytes / 1_000).toLocaleString("fr-FR")} Ko`;
  if (bytes >= gmailCutBytes) {
    return warn(`Le message fait ${size} : Gmail le coupe à 102 Ko, et sa fin ne se verra pas.`);
  }
  if (bytes > gmailCutBytes * nearlyTooLarge)
    return warn(`Le message fait ${size}, tout près des 102 Ko où Gmail coupe.`);
  return good(`Le message fait ${size}, sans ses images.`);
}

/**
 * @param broken texts with opening braces that are not a variable
 * @param off variables of the referral, while the referral is off
 */
export function judgeVariables({
  unknown,
  broken,
  off,
}: {
  unknown: string[];
  broken: string[];
  off: string[];
}): Finding {
  if (unknown.length === 0 && broken.length === 0 && off.length > 0)
    return warn(
      "Le parrainage est désactivé : le lien resterait vide, et le nombre d’amies serait 0.",
      off.map((name) => `{{${name}}}`),
    );
  if (unknown.length === 0 && broken.length === 0) return good("Toutes les variables sont connues.");
  if (unknown.length === 0)
    return error("Des accolades ne forment pas une variable : elles partiraient telles quelles.", broken);
  return error(
    unknown.length === 1
      ? "Une variable est inconnue : rien ne s’écrirait à sa place."
      : "Des variables sont inconnues : rien ne s’écrirait à leur place.",
    [...unknown.map((name) => `{{${name}}}`), ...broken],
  );
}

export type EmptyVariable = { variable: TemplateVariable; count: number; first: string[] };

export function judgeEmptyVariables(empty: EmptyVariable[]): Finding {
  if (empty.every(({ count }) => count === 0)) return good("Aucune variable ne restera vide.");
  return warn("Des variables resteront vides.", empty.filter(({ count }) => count > 0).map(emptySentence));
}

function emptySentence({ variable, count, first }: EmptyVariable): string {
  const people = count === 1 ? "1 personne" : `${count.toLocaleString("fr-FR")} personnes`;
  const rest = count > first.length ? "…" : "";
  return `{{${variable}}} est vide pour ${people} : ${first.join(", ")}${rest}`;
}

/**
 * The last check of the sender's domain. An error does not prevent the start; only a missing DKIM key does.
 */
export function judgeDomain({ domain, checkedAt, rows }: DomainCheck): Finding {
  if (checkedAt === null) {
    return {
      verdict: "unknown",
      text: `${domain} n’a pas été vérifié (Réglages e-mail, onglet Domaine).`,
      details: [],
    };
  }
  const named = (verdict: DomainVerdict) =>
    rows.filter((row) => row.verdict === verdict).map(({ key }) => domainCheckLabels[key]);
  const wrong = named("error");
  if (wrong.length > 0) {
    return warn(
      `${domain} est à corriger (Réglages e-mail, onglet Domaine) : des messages peuvent être refusés.`,
      wrong,
    );
  }
  const watched = named("warn");
  return good(
    watched.length > 0
      ? `${domain} : rien à corriger, à surveiller : ${watched.join(", ")}.`
      : `${domain} est en règle.`,
  );
}

const localHost = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\]|.+\.(?:localhost|test))$/;

/** Whether mails may carry links to unsubscribe: over https, or on a local host. @param baseUrl of the site */
export function mayCarryUnsubscribeLinks(baseUrl: string): boolean {
  const { protocol, hostname } = new URL(baseUrl);
  return protocol === "https:" || localHost.test(hostname);
}
