import { limits } from "#contract/limits.ts";
import type { MyData, SitePage } from "#contract/site-pages.ts";
import { Field } from "#web/lib/questions/field.tsx";
import fields from "../signup/sign-up.module.css";
import { ViewFrame } from "../views/view-frame.tsx";
import { PostButton, Section } from "./page-parts.tsx";
import styles from "./server-pages.module.css";

type FormProps = { path: string; data: MyData; refused: { typed: string; problem: string } | null };

/** A form for a new address, which its owner must confirm. The address of limited data cannot change. */
export function NewAddressForm({ path, data, refused }: FormProps) {
  if (data.signups.length === 0 || data.signups.some(({ isLimited }) => isLimited)) return null;
  return (
    <Section title="Changer d’adresse">
      <p>
        Nous envoyons un lien à la nouvelle adresse. Confirmée, elle remplace l’adresse actuelle, qui reçoit
        un dernier message pour l’annoncer.
      </p>
      <form method="post" action={path} className={styles["form"]} noValidate>
        <Field
          id="new-address"
          label="Nouvelle adresse e-mail"
          error={refused?.problem}
          classes={fields}
          required
        >
          {(control) => (
            <input
              {...control}
              // biome-ignore lint/a11y/noAutofocus: with a problem this page is the response to the submitted form
              autoFocus={refused !== null}
              name="email"
              type="email"
              autoComplete="email"
              maxLength={limits.emailMax}
              defaultValue={refused?.typed}
            />
          )}
        </Field>
        <div>
          <button type="submit" name="action" value="address" className={styles["quiet"]}>
            Changer mon adresse
          </button>
        </div>
      </form>
    </Section>
  );
}

type NewAddressPageProps = Extract<SitePage, { page: "new-address" }>;

/** The page that the link in the message to the new address opens. */
export function NewAddressPage(page: NewAddressPageProps) {
  const { title, content } = draw(page);
  return (
    <ViewFrame title={title}>
      <div className={styles["text"]}>{content}</div>
    </ViewFrame>
  );
}

function draw(page: NewAddressPageProps) {
  switch (page.state) {
    case "ask":
      return {
        title: "Confirmer votre nouvelle adresse ?",
        content: (
          <>
            <p>
              <strong>{page.email}</strong> remplacera l’adresse de votre inscription. Vos réponses et vos
              choix sur les actualités restent les mêmes. Les messages écrits à l’ancienne adresse sont
              effacés, et un dernier lui annonce le changement.
            </p>
            <PostButton
              to={`/mes-donnees/adresse/${page.token}`}
              action="confirm"
              label="Confirmer ma nouvelle adresse"
            />
          </>
        ),
      };
    case "changed":
      return {
        title: "Votre adresse est changée",
        content: (
          <>
            <p>
              Votre inscription a maintenant l’adresse <strong>{page.email}</strong>.
            </p>
            <p>
              Un lien ouvert avant vers vos données ne vaut plus.{" "}
              <a href="/mes-donnees">En recevoir un nouveau.</a>
            </p>
          </>
        ),
      };
    case "expired":
      return {
        title: "Ce lien n’est plus valable",
        content: (
          <>
            <p>Il a trop attendu, il a été coupé, ou l’inscription ou l’adresse ont changé depuis.</p>
            <p>
              <a href="/mes-donnees">Demander un lien vers mes données.</a>
            </p>
          </>
        ),
      };
  }
}
