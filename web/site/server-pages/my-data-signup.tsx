import type { Audience, SignupStatus } from "#contract/audience.ts";
import { limits } from "#contract/limits.ts";
import type { Correction, MyDataSignup } from "#contract/site-pages.ts";
import { Field } from "#web/lib/questions/field.tsx";
import { parisDay } from "./paris-time.ts";
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

type SignupSectionProps = { path: string; signup: MyDataSignup; correction: Correction | null };

/** One sign-up: what is stored of it, and a form that corrects it. */
export function MyDataSignupSection({ path, signup, correction }: SignupSectionProps) {
  const { audience, answers, status, createdAt, confirmedAt } = signup;
  return (
    <section className={styles["section"]}>
      <h2>{titles[audience]}</h2>
      <div className={styles["text"]}>
        <p>
          Envoyée le {parisDay(createdAt)}, {statuses[status]}.{" "}
          {confirmedAt
            ? `Adresse confirmée le ${parisDay(confirmedAt)}.`
            : "L’adresse n’a pas encore été confirmée."}
        </p>
        {answers.length > 0 && (
          <dl className={styles["answers"]}>
            {answers.map(({ question, answer }, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: drawn once, and two questions may read the same
              <div key={place}>
                <dt>{question ?? "Question supprimée depuis"}</dt>
                <dd>{answer}</dd>
              </div>
            ))}
          </dl>
        )}
        <CorrectionForm {...{ path, signup, correction }} />
      </div>
    </section>
  );
}

function CorrectionForm({ path, signup, correction }: SignupSectionProps) {
  const isBrand = signup.audience === "brand";
  const shown = correction?.typed ?? { ...signup, website: signup.website ?? "" };
  const fields = [
    { name: "firstname", label: isBrand ? "Prénom du contact" : "Prénom", max: limits.nameMax },
    { name: "name", label: isBrand ? "Nom de la marque" : "Nom", max: limits.nameMax },
    ...(isBrand ? [{ name: "website", label: "Site web", max: limits.websiteMax } as const] : []),
  ] as const;
  return (
    <form method="post" action={path} className={styles["form"]} noValidate>
      {correction && (
        <p role="alert" className={styles["problem"]}>
          Vérifiez les champs signalés : rien n’a été changé.
        </p>
      )}
      <input type="hidden" name="signup" value={signup.id} />
      {fields.map(({ name, label, max }) => (
        <Field
          key={name}
          id={`${signup.audience}-${name}`}
          label={label}
          error={correction?.problems[name]}
          classes={styles}
          required
        >
          {(control) => <input {...control} name={name} maxLength={max} defaultValue={shown[name]} />}
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
