import type { ReactNode } from "react";
import { brand } from "#contract/brand.ts";
import { consentTexts } from "#contract/consent-texts.ts";
import type { SitePage, UnsubscribeState } from "#contract/site-pages.ts";
import { useSite } from "../site-context.tsx";
import { ViewFrame } from "../views/view-frame.tsx";
import { PostButton } from "./page-parts.tsx";
import styles from "./server-pages.module.css";

type Unsubscribe = Extract<SitePage, { page: "unsubscribe" }>;

/** The page that the link 'Me désinscrire' of a message opens. */
export function UnsubscribePage({ token, state }: Unsubscribe) {
  const { contact } = useSite();
  const { title, content } = drawn[state]({ path: `/desinscription/${token}`, email: contact.email });
  return (
    <ViewFrame title={title}>
      <div className={styles["text"]}>{content}</div>
    </ViewFrame>
  );
}

type Known = { path: string; email: string };

const drawn: Record<UnsubscribeState, (known: Known) => { title: string; content: ReactNode }> = {
  ask: ({ path }) => ({
    title: "Ne plus recevoir nos actualités ?",
    content: (
      <>
        <p>
          Vous ne recevrez plus les actualités de {brand.name}. Votre inscription à la bêta ne change pas.
        </p>
        <PostButton to={path} action="leave" label="Me désinscrire" />
      </>
    ),
  }),
  left: ({ path }) => ({
    title: "C'est fait",
    content: (
      <>
        <p>Vous ne recevrez plus les actualités de {brand.name}.</p>
        <p className={styles["soft"]}>Un clic de trop ? « {consentTexts.news} »</p>
        <PostButton to={path} action="return" label="Me réinscrire" look="quiet" />
        <OwnData />
      </>
    ),
  }),
  returned: ({ path }) => ({
    title: "Vous revoilà",
    content: (
      <>
        <p>Les actualités de {brand.name} vous parviendront de nouveau, si vous les aviez acceptées.</p>
        <PostButton to={path} action="leave" label="Me désinscrire" look="quiet" />
        <OwnData />
      </>
    ),
  }),
  kept: () => ({
    title: "Votre choix reste le même",
    content: (
      <>
        <p>
          Vous avez changé d’avis plusieurs fois en une heure. Vous ne recevez plus les actualités de{" "}
          {brand.name}. Réessayez dans une heure si vous les souhaitez.
        </p>
        <OwnData />
      </>
    ),
  }),
  unknown: ({ email }) => ({
    title: "Ce lien est incomplet",
    content: (
      <p>
        Il a sans doute été coupé en chemin. Écrivez-nous à <a href={`mailto:${email}`}>{email}</a> : nous
        vous désinscrirons.
      </p>
    ),
  }),
};

function OwnData() {
  return (
    <p>
      Voir, corriger ou effacer ce que nous savons de vous : <a href="/mes-donnees">Mes données</a>.
    </p>
  );
}
