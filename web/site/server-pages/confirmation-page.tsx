import type { ReactNode } from "react";
import { brand } from "#contract/brand.ts";
import { erasureLeaves } from "#contract/erasure-words.ts";
import { consentButtons as labels } from "#contract/privacy.ts";
import type { Confirmation as Answer, PlaceLink, SitePage } from "#contract/site-pages.ts";
import button from "../parts/button.module.css";
import { ViewFrame } from "../views/view-frame.tsx";
import { PostButton } from "./page-parts.tsx";
import styles from "./server-pages.module.css";

type Confirmation = Extract<SitePage, { page: "confirmation" }>;

/** The page that the buttons of a confirmation message open. */
export function ConfirmationPage({ token, place, ...answer }: Confirmation) {
  const { title, content } = draw(answer, `/confirmation/${token}`, place);
  return (
    <ViewFrame title={title}>
      <div className={styles["text"]}>{content}</div>
    </ViewFrame>
  );
}

type Asked = Extract<Answer, { state: "ask" }>;
type Drawn = { title: string; content: ReactNode };

function draw(answer: Answer, path: string, place: PlaceLink | null): Drawn {
  switch (answer.state) {
    case "ask":
      return { title: "Cette demande vient-elle de vous ?", content: <Ask path={path} {...answer} /> };
    case "confirmed":
      return { title: "Adresse confirmée", content: <Confirmed {...answer} place={place} /> };
    default:
      return drawn[answer.state](path, "keepsOther" in answer && answer.keepsOther);
  }
}

/** News are a separate choice, so the label of a button that confirms the address and accepts news states both. */
function Ask({ path, askedNews, isImported }: { path: string } & Omit<Asked, "state">) {
  return (
    <>
      <p>
        {isImported
          ? `Votre adresse e-mail vient d’une liste que l’équipe de ${brand.name} a reprise. Confirmez cette adresse : nous saurons que vous souhaitez participer à la bêta.`
          : `Une demande d’inscription à la bêta de ${brand.name} a été envoyée avec votre adresse e-mail. Confirmez cette adresse : nous saurons que la demande vient de vous.`}
      </p>
      {askedNews === null ? (
        <PostButton to={path} action="confirm" label="Confirmer mon adresse" />
      ) : (
        <>
          <p>
            {askedNews.isOffered
              ? "Nous vous proposons aussi cet accord :"
              : "La demande porte aussi cet accord :"}
          </p>
          <blockquote className={styles["words"]}>« {askedNews.words} »</blockquote>
          <p>
            Il ne compte que si vous le {askedNews.isOffered ? "donnez" : "confirmez"}. Votre inscription n’en
            dépend pas.
          </p>
          <PostButton to={path} action="confirm_with_news" label={labels.with_news} />
          <PostButton to={path} action="confirm_address_only" label={labels.address_only} />
        </>
      )}
      <p>
        <a href={`${path}?action=erase`}>{"Ce n'est pas moi : effacer"}</a>
      </p>
    </>
  );
}

function Confirmed({ receivesNews, place }: { receivesNews: boolean | null; place: PlaceLink | null }) {
  return (
    <>
      <p>Merci, c’est noté. Vous pouvez fermer cette page.</p>
      {place && (
        <p>
          <a className={button["button"]} href={place.href}>
            {place.label}
          </a>
        </p>
      )}
      {receivesNews !== null && (
        <p>
          {receivesNews
            ? "Vous recevrez nos actualités. Chacune porte un lien pour vous désinscrire."
            : "Vous ne recevrez pas nos actualités. Vous pouvez changer d’avis sur la page « Mes données »."}
        </p>
      )}
      <p>
        Pour voir, corriger ou effacer ce que nous savons de vous : <a href="/mes-donnees">Mes données</a>.
      </p>
    </>
  );
}

const leaves = (keepsOther: boolean) =>
  keepsOther ? "L’autre inscription à votre adresse est conservée, avec ses données." : erasureLeaves;

type Draw = (path: string, keepsOther: boolean) => Drawn;

const drawn: Record<Exclude<Answer["state"], "ask" | "confirmed">, Draw> = {
  ask_erase: (path, keepsOther) => ({
    title: keepsOther ? "Effacer cette inscription ?" : "Tout effacer ?",
    content: (
      <>
        <p>
          L’inscription, ses réponses et les messages qui lui sont liés seront effacés aussitôt de la base du
          site, sans retour possible.
        </p>
        <p>{leaves(keepsOther)}</p>
        <PostButton to={path} action="erase" label="Effacer mes données" look="danger" />
        <p>
          <a href={path}>Ne rien effacer</a>
        </p>
      </>
    ),
  }),
  erased: (_path, keepsOther) => ({
    title: "C’est effacé",
    content: (
      <>
        <p>Cette inscription n’est plus dans la base du site. Pardon pour le dérangement.</p>
        <p>{leaves(keepsOther)}</p>
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
