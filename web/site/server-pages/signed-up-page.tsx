import { limits } from "#contract/limits.ts";
import { signupMessages } from "#contract/signup.ts";
import { signUpPath } from "#contract/signup-path.ts";
import type { AskedAddress } from "#contract/site-pages.ts";
import { Field } from "#web/lib/questions/field.tsx";
import button from "../parts/button.module.css";
import { correctLabel, lastStep } from "../signup/last-step-words.ts";
import { meantEmail } from "../signup/meant-email.ts";
import fields from "../signup/sign-up.module.css";
import styles from "./sign-up-page.module.css";

/** The page after a sign-up. It contains personal data only while it asks about the address. */
export function SignedUpPage({ asked }: { asked: AskedAddress | null }) {
  return (
    <div className={styles["page"]}>
      <div className={styles["words"]}>
        <h1 className={styles["title"]}>{signupMessages.thanks}</h1>
      </div>
      <div className={styles["sheet"]}>
        <div className={styles["next"]}>
          <p className={styles["lead"]}>{signupMessages.thanksDetails}</p>
          {asked ? (
            <LastStep {...asked} />
          ) : (
            <p>
              Un message vous demande peut-être de confirmer votre adresse : suivez son lien, et regardez
              aussi dans les indésirables.
            </p>
          )}
          <p>
            Pour voir, corriger ou effacer ce que nous savons de vous : <a href="/mes-donnees">Mes données</a>
            .
          </p>
          <p>
            <a href="/" className={button["button"]}>
              Retour à l’accueil
            </a>
          </p>
        </div>
      </div>
    </div>
  );
}

/** Without a script, the question about a mistyped domain comes after the sign-up, so that it never prevents a sign-up. */
function LastStep({ email, token, typed, problem, questioned }: AskedAddress) {
  const meant = problem === null ? meantEmail(email) : null;
  return (
    <>
      <p>
        {lastStep} <strong>{email}</strong>. Regardez aussi dans les indésirables.
      </p>
      {meant && <p>{`Vouliez-vous dire ${meant}\u00a0?`}</p>}
      <details open={problem !== null || meant !== null}>
        <summary>{correctLabel}</summary>
        <form method="post" action={`${signUpPath()}/adresse`} className={fields["form"]} noValidate>
          <input type="hidden" name="token" value={token} />
          {questioned && <input type="hidden" name="emailConfirmed" value={questioned} />}
          <Field
            id="corrected-email"
            label="Adresse e-mail"
            error={problem ?? undefined}
            classes={fields}
            required
          >
            {(control) => (
              <input
                {...control}
                name="email"
                type="email"
                autoComplete="email"
                maxLength={limits.emailMax}
                defaultValue={meant ?? typed}
              />
            )}
          </Field>
          <div>
            <button type="submit" className={button["button"]}>
              {correctLabel}
            </button>
          </div>
        </form>
      </details>
    </>
  );
}
