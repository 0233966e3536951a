import { erasureLeaves } from "#contract/erasure-words.ts";
import { limits } from "#contract/limits.ts";
import { privacyPeriods } from "#contract/privacy.ts";
import type { SitePage } from "#contract/site-pages.ts";
import { Field } from "#web/lib/questions/field.tsx";
import button from "../parts/button.module.css";
import fields from "../signup/sign-up.module.css";
import { useSite } from "../site-context.tsx";
import { ViewFrame } from "../views/view-frame.tsx";
import { PostButton } from "./page-parts.tsx";
import styles from "./server-pages.module.css";

type Request = Extract<SitePage, { page: "my-data-request" }>;

/** The page with the form that requests the link to one's own data. */
export function MyDataRequestPage({ state, problem, email }: Request) {
  return (
    <ViewFrame title="Mes données">
      <div className={styles["text"]}>
        {state === "sent" ? <Sent /> : <Ask problem={problem} email={email} />}
      </div>
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
        <Field id="email" label="Adresse e-mail" error={problem ?? undefined} classes={fields} required>
          {(control) => (
            <input
              {...control}
              // biome-ignore lint/a11y/noAutofocus: with a problem this page is the response to the submitted form
              autoFocus={problem !== null}
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

type SecondStep = { token: string };

/** The second step of an objection: asks for a confirmation. */
export function MyDataObjectPage({ token }: SecondStep) {
  const { contact } = useSite();
  const path = `/mes-donnees/${token}`;
  return (
    <ViewFrame title="Vous opposer ?">
      <div className={styles["text"]}>
        <p>
          Vos réponses ne compteront plus dans nos statistiques, l’inscription d’une marque ne sera plus
          utilisée, et vous ne recevrez plus nos actualités.
        </p>
        <p>
          Vous changez d’avis ensuite ? Écrivez-nous : <a href={`mailto:${contact.email}`}>{contact.email}</a>
          .
        </p>
        <PostButton to={path} action="object" label="M’opposer" look="danger" />
        <p>
          <a href={path}>Ne rien changer</a>
        </p>
      </div>
    </ViewFrame>
  );
}

/** The second step of a deletion: asks for a confirmation. */
export function MyDataDeletePage({ token }: SecondStep) {
  const path = `/mes-donnees/${token}`;
  return (
    <ViewFrame title="Tout effacer ?">
      <div className={styles["text"]}>
        <p>
          Vos inscriptions, vos réponses, vos consentements et les messages qui vous ont été écrits seront
          effacés aussitôt de la base du site, sans retour possible.
        </p>
        <p>{erasureLeaves}</p>
        <PostButton to={path} action="erase" label="Effacer mes données" look="danger" />
        <p>
          <a href={path}>Ne rien effacer</a>
        </p>
      </div>
    </ViewFrame>
  );
}

type Gone = Extract<SitePage, { page: "my-data-gone" }>;

/** The last page of a visit to one's own data: the data are deleted, or the link has expired. */
export function MyDataGonePage({ state }: Gone) {
  if (state === "deleted") {
    return (
      <ViewFrame title="Vos données sont effacées">
        <div className={styles["text"]}>
          <p>{erasureLeaves}</p>
          <p>Vous pouvez vous inscrire de nouveau quand vous voulez.</p>
        </div>
      </ViewFrame>
    );
  }
  return (
    <ViewFrame title="Ce lien n’est plus valable">
      <div className={styles["text"]}>
        <p>
          Un lien vers vos données est valable {privacyPeriods.myDataMinutes} minutes. Celui-ci a expiré, il a
          été coupé, ou vos données sont déjà effacées.
        </p>
        <p>
          <a href="/mes-donnees">Recevoir un nouveau lien.</a>
        </p>
      </div>
    </ViewFrame>
  );
}
