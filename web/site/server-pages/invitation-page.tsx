import type { ReactNode } from "react";
import { brand } from "#contract/brand.ts";
import { formatParisDateTime } from "#contract/paris-time.ts";
import type { Invitation, SitePage } from "#contract/site-pages.ts";
import button from "../parts/button.module.css";
import { useSite } from "../site-context.tsx";
import { ViewFrame } from "../views/view-frame.tsx";
import styles from "./server-pages.module.css";

/** The page that the link of an invitation opens. */
export function InvitationPage({ page: _, ...invitation }: Extract<SitePage, { page: "invitation" }>) {
  const { title, content } =
    invitation.state === "valid"
      ? { title: "Votre place est prête", content: <Valid {...invitation} /> }
      : over[invitation.state];
  return (
    <ViewFrame title={title}>
      <div className={styles["text"]}>
        {content}
        {invitation.state !== "valid" && invitation.state !== "redeemed" && <Contact />}
      </div>
    </ViewFrame>
  );
}

function Valid({ code, until, appAddress }: Extract<Invitation, { state: "valid" }>) {
  const { stores } = useSite();
  return (
    <>
      <p>Voici votre code personnel pour entrer dans la bêta de {brand.name} :</p>
      <p className={styles["code"]}>
        <code>{code}</code>
      </p>
      <p>
        Il ne sert qu’une fois{until && `, jusqu’au ${formatParisDateTime(until)}`}. Ouvrir cette page ne
        l’utilise pas.
      </p>
      {appAddress === null ? (
        <p>Ouvrez l’application {brand.name} et saisissez-y ce code.</p>
      ) : (
        <p>
          <a className={button["button"]} href={appAddress} rel="noreferrer">
            Continuer dans l’application
          </a>
        </p>
      )}
      {(stores.appStore || stores.playStore) && (
        <p>
          Pas encore l’application ? {stores.appStore && <a href={stores.appStore}>App Store</a>}
          {stores.appStore && stores.playStore && " ou "}
          {stores.playStore && <a href={stores.playStore}>Google Play</a>}
        </p>
      )}
    </>
  );
}

const over: Record<Exclude<Invitation["state"], "valid">, { title: string; content: ReactNode }> = {
  redeemed: {
    title: "Ce code a déjà servi",
    content: <p>Votre invitation est utilisée : ouvrez l’application {brand.name} pour vous y connecter.</p>,
  },
  expired: {
    title: "Cette invitation a expiré",
    content: <p>Son code n’est plus valable.</p>,
  },
  revoked: {
    title: "Cette invitation n’est plus valable",
    content: (
      <p>Son code a été retiré, ou un code plus récent l’a remplacé : cherchez notre dernier message.</p>
    ),
  },
  unknown: {
    title: "Ce lien ne mène à aucune invitation",
    content: <p>Il a sans doute été coupé en chemin : ouvrez-le depuis notre message.</p>,
  },
};

function Contact() {
  const { contact } = useSite();
  return (
    <p>
      Une question, ou besoin d’un nouveau code ? Écrivez-nous à{" "}
      <a href={`mailto:${contact.email}`}>{contact.email}</a>.
    </p>
  );
}
