import type { ReactNode } from "react";
import { brand } from "#contract/brand.ts";
import { erasureLeaves } from "#contract/erasure-words.ts";
import type { ConfirmationState, SitePage } from "#contract/site-pages.ts";
import { ViewFrame } from "../views/view-frame.tsx";
import { PostButton } from "./page-parts.tsx";
import styles from "./server-pages.module.css";

type Confirmation = Extract<SitePage, { page: "confirmation" }>;

/** Behind the buttons of a confirmation message. */
export function ConfirmationPage({ token, state }: Confirmation) {
  const { title, content } = drawn[state](`/confirmation/${token}`);
  return (
    <ViewFrame title={title}>
      <div className={styles["text"]}>{content}</div>
    </ViewFrame>
  );
}

const drawn: Record<ConfirmationState, (path: string) => { title: string; content: ReactNode }> = {
  ask: (path) => ({
    title: "Cette demande vient-elle de vous ?",
    content: (
      <>
        <p>
          Une demande d’inscription à la bêta de {brand.name} a été envoyée avec votre adresse e-mail.
          Confirmez cette adresse : nous saurons que la demande vient de vous.
        </p>
        <PostButton to={path} action="confirm" label="Confirmer mon adresse" />
        <p>
          <a href={`${path}?action=erase`}>{"Ce n'est pas moi : effacer"}</a>
        </p>
      </>
    ),
  }),
  confirmed: () => ({
    title: "Adresse confirmée",
    content: (
      <>
        <p>Merci, c’est noté. Vous pouvez fermer cette page.</p>
        <p>
          Pour voir, corriger ou effacer ce que nous savons de vous : <a href="/mes-donnees">Mes données</a>.
        </p>
      </>
    ),
  }),
  ask_erase: (path) => ({
    title: "Tout effacer ?",
    content: (
      <>
        <p>
          L’inscription, ses réponses et les messages qui lui sont liés seront effacés aussitôt de la base du
          site, sans retour possible.
        </p>
        <p>{erasureLeaves}</p>
        <PostButton to={path} action="erase" label="Effacer mes données" look="danger" />
        <p>
          <a href={path}>Ne rien effacer</a>
        </p>
      </>
    ),
  }),
  erased: () => ({
    title: "C’est effacé",
    content: (
      <>
        <p>Cette inscription n’est plus dans la base du site. Pardon pour le dérangement.</p>
        <p>{erasureLeaves}</p>
      </>
    ),
  }),
  expired: (path) => ({
    title: "Ce lien n'est plus valable.",
    content: (
      <>
        <p>Il a plus de trente jours, il a été coupé, ou l’inscription n’existe plus.</p>
        <PostButton to={path} action="resend" label="Recevoir un nouveau lien" />
      </>
    ),
  }),
  resent: () => ({
    title: "C’est demandé",
    content: (
      <p>
        Si l’inscription attend toujours d’être confirmée, un nouveau lien va être envoyé à son adresse. Une
        adresse ne reçoit qu’un tel message par jour : il peut se faire attendre.
      </p>
    ),
  }),
};
