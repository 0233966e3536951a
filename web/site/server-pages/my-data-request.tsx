import { limits } from "#contract/limits.ts";
import { privacyPeriods } from "#contract/privacy.ts";
import type { SitePage } from "#contract/site-pages.ts";
import { Field } from "#web/lib/questions/field.tsx";
import button from "../parts/button.module.css";
import { ViewFrame } from "../views/view-frame.tsx";
import styles from "./server-pages.module.css";

type Request = Extract<SitePage, { page: "my-data-request" }>;

/** Where one asks for the link to one's own data. */
export function MyDataRequestPage({ state, problem, email }: Request) {
  return (
    <ViewFrame title="Mes données">
      <div className={styles["text"]}>{state === "sent" ? <Sent /> : <Ask {...{ problem, email }} />}</div>
    </ViewFrame>
  );
}

function Sent() {
  return (
    <>
      <p role="status" className={styles["notice"]}>
        Si cette adresse est connue, un lien valable {privacyPeriods.myDataMinutes} minutes vient de lui être
        envoyé.
      </p>
      <p>
        Rien n’arrive ? Regardez dans les indésirables, ou{" "}
        <a href="/mes-donnees">essayez une autre adresse</a>.
      </p>
    </>
  );
}

function Ask({ problem, email }: Pick<Request, "problem" | "email">) {
  return (
    <>
      <p>
        Voir ce que nous savons de vous, le corriger, l’emporter, accepter ou refuser nos actualités, tout
        effacer : indiquez votre adresse, nous vous envoyons un lien personnel.
      </p>
      <form method="post" action="/mes-donnees" className={styles["form"]} noValidate>
        <Field id="email" label="Adresse e-mail" error={problem ?? undefined} classes={styles} required>
          {(control) => (
            <input
              {...control}
              name="email"
              type="email"
              autoComplete="email"
              maxLength={limits.emailMax}
              defaultValue={email}
            />
          )}
        </Field>
        <button type="submit" className={button["button"]}>
          Recevoir mon lien
        </button>
      </form>
    </>
  );
}
