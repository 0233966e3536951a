import type { Audience, SignupStatus } from "#contract/audience.ts";
import { limits } from "#contract/limits.ts";
import { formatParisDay } from "#contract/paris-time.ts";
import type { Correction, MyDataSignup, PlaceLink } from "#contract/site-pages.ts";
import { sourceText } from "#contract/sources.ts";
import type { InvitationState } from "#contract/waves.ts";
import { formatCount } from "#web/lib/format.ts";
import { Field, requiredHint } from "#web/lib/questions/field.tsx";
import fields from "../signup/sign-up.module.css";
import { AnswersForm } from "./my-data-answers.tsx";
import styles from "./server-pages.module.css";

const titles: Record<Audience, string> = {
  user: "Mon inscription à la bêta",
  brand: "Mon inscription de marque",
};
const statuses: Record<SignupStatus, string> = {
  pending: "en attente de réponse",
  approved: "acceptée",
  rejected: "refusée",
};

const invitationStates: Record<InvitationState, string> = {
  to_send: "à envoyer",
  sent: "valable",
  redeemed: "utilisée",
  expired: "expirée",
  revoked: "retirée",
  bounced: "non remise",
};

type FormProps = { path: string; signup: MyDataSignup; correction: Correction | null };
/** `place`: the link to the person's personal page. */
type SignupSectionProps = FormProps & { place: PlaceLink | null };

/** The data of one sign-up, and a form that corrects them. */
export function MyDataSignupSection({ path, signup, place, correction }: SignupSectionProps) {
  const {
    audience,
    answers,
    status,
    createdAt,
    decidedAt,
    confirmedAt,
    isLimited,
    disposableEmail,
    isImported,
    source,
    invitations,
    friends,
    wasReferred,
    starred,
    note,
  } = signup;
  return (
    <section className={styles["section"]}>
      <h2>{titles[audience]}</h2>
      <div className={styles["text"]}>
        {isLimited && <p>À votre demande, ces données sont conservées sans être utilisées.</p>}
        <p>
          {isImported ? "Reprise d’une liste importée" : "Envoyée"} le {formatParisDay(createdAt)},{" "}
          {statuses[status]}
          {decidedAt && ` le ${formatParisDay(decidedAt)}`}.{" "}
          {confirmedAt
            ? `Adresse confirmée le ${formatParisDay(confirmedAt)}.`
            : "L’adresse n’a pas encore été confirmée."}{" "}
          {disposableEmail
            ? "Elle vient d’un service d’adresses jetables."
            : "Elle ne vient pas d’un service d’adresses jetables que nous connaissons."}
          {source && ` Source de votre visite : ${sourceText(source)}.`}
          {wasReferred && " Votre inscription vient du lien d’une amie ou d’un ami."}
          {friends > 0 &&
            ` Votre lien a amené ${formatCount(friends, "amie confirmée", "amies confirmées")}.`}
        </p>
        {place && (
          <p>
            <a href={place.href} className={styles["quiet"]}>
              {place.label}
            </a>
          </p>
        )}
        {invitations.map(({ state, createdAt, sentAt, redeemedAt }) => (
          <p key={createdAt}>
            Invitation préparée le {formatParisDay(createdAt)}
            {sentAt && `, envoyée le ${formatParisDay(sentAt)}`}
            {redeemedAt && `, utilisée le ${formatParisDay(redeemedAt)}`} ({invitationStates[state]}).
          </p>
        ))}
        {starred && <p>Notre équipe l’a marquée d’une étoile.</p>}
        {note && (
          <dl className={styles["answers"]}>
            <div>
              <dt>Note de notre équipe</dt>
              <dd>{note}</dd>
            </div>
          </dl>
        )}
        {answers.length > 0 && (
          <dl className={styles["answers"]}>
            {answers.map(({ question, answer }, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rendered once, and two questions may have the same text
              <div key={place}>
                <dt>{question ?? "Question supprimée depuis"}</dt>
                <dd>{answer}</dd>
              </div>
            ))}
          </dl>
        )}
        <p className={fields["hint"]}>{requiredHint}</p>
        <CorrectionForm
          path={path}
          signup={signup}
          correction={correction?.responses === null ? correction : null}
        />
        <AnswersForm path={path} signup={signup} correction={correction} />
      </div>
    </section>
  );
}

const userTexts = [
  { name: "firstname", label: "Prénom", max: limits.nameMax, autoComplete: "given-name" },
  { name: "name", label: "Nom", max: limits.nameMax, autoComplete: "family-name" },
] as const;
const brandTexts = [
  { name: "firstname", label: "Prénom du contact", max: limits.nameMax, autoComplete: "given-name" },
  { name: "name", label: "Nom de la marque", max: limits.nameMax, autoComplete: "organization" },
  { name: "website", label: "Site web", max: limits.websiteMax, autoComplete: "url" },
] as const;

function CorrectionForm({ path, signup, correction }: FormProps) {
  const isBrand = signup.audience === "brand";
  const shown = correction?.typed ?? { ...signup, website: signup.website ?? "" };
  const texts = isBrand ? brandTexts : userTexts;
  const firstProblem = texts.find(({ name }) => correction?.problems[name])?.name;
  return (
    <form
      method="post"
      action={path}
      className={styles["form"]}
      noValidate
      aria-label={isBrand ? "Corriger les informations de ma marque" : "Corriger mes informations"}
    >
      {correction && (
        <p role="alert" className={styles["problem"]}>
          Vérifiez les champs signalés : rien n’a été changé.
        </p>
      )}
      <input type="hidden" name="signup" value={signup.id} />
      {texts.map(({ name, label, max, autoComplete }) => (
        <Field
          key={name}
          id={`${signup.audience}-${name}`}
          label={label}
          error={correction?.problems[name]}
          classes={fields}
          required
        >
          {(control) => (
            <input
              {...control}
              name={name}
              maxLength={max}
              autoComplete={autoComplete}
              defaultValue={shown[name]}
              // biome-ignore lint/a11y/noAutofocus: this page is the response to the submitted form
              autoFocus={name === firstProblem}
            />
          )}
        </Field>
      ))}
      <div>
        <button type="submit" name="action" value="correct" className={styles["quiet"]}>
          Corriger
        </button>
      </div>
    </form>
  );
}
