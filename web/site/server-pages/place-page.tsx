import type { ReactNode } from "react";
import { brand } from "#contract/brand.ts";
import {
  type Place,
  type PlaceReferral,
  placeNotices,
  placePath,
  type SitePage,
} from "#contract/site-pages.ts";
import { formatNumber } from "#web/lib/format.ts";
import { drawQrCode } from "#web/lib/qr-code.ts";
import { ViewFrame } from "../views/view-frame.tsx";
import { PostButton, Section } from "./page-parts.tsx";
import styles from "./server-pages.module.css";

type PlacePageProps = Extract<SitePage, { page: "place" }>;
type Known = Extract<Place, { state: "known" }>;

/** The state of a person's request, and their referral link. */
export function PlacePage({ token, notice, ...place }: PlacePageProps) {
  if (place.state === "unknown") return <Unknown />;
  return (
    <ViewFrame title="Ma place">
      <div className={styles["data"]}>
        {notice && (
          <p role="status" className={styles["notice"]}>
            {placeNotices[notice]}
          </p>
        )}
        <p className={styles["lead"]}>{steps[place.step]}</p>
        {place.isConfirmed ? (
          <p>Votre adresse est confirmée.</p>
        ) : (
          <p>
            Il vous reste à confirmer votre adresse : suivez le lien de notre premier message, et regardez
            aussi dans les indésirables.
          </p>
        )}
        {place.referral && <Referral path={placePath(token)} {...place.referral} />}
        <p>
          Pour voir, corriger ou effacer ce que nous savons de vous : <a href="/mes-donnees">Mes données</a>.
        </p>
      </div>
    </ViewFrame>
  );
}

const steps: Record<Known["step"], ReactNode> = {
  pending: "Votre demande est en attente.",
  approved: "Votre demande est acceptée.",
  rejected: "Votre demande n’a pas été retenue.",
  invited: "Vous êtes invitée : cherchez votre code dans notre message.",
};

function Unknown() {
  return (
    <ViewFrame title="Ce lien n’est plus valable">
      <div className={styles["text"]}>
        <p>Il a été coupé, ou l’inscription n’existe plus ou a une autre adresse.</p>
        <p>
          <a href="/mes-donnees">Retrouver mon inscription</a>
        </p>
      </div>
    </ViewFrame>
  );
}

function Referral({ path, link, friends, wanted, sentence, among }: PlaceReferral & { path: string }) {
  return (
    <>
      <Section title="Mes amies">
        <p>
          <strong>{countOf(friends)}</strong>
          {friends < wanted ? `, sur ${wanted}.` : "."}
        </p>
        <p>{sentence}</p>
        {among !== null && (
          <p>Aujourd’hui, vous êtes parmi les {formatNumber(among)} premières personnes à inviter.</p>
        )}
        <p>Une amie compte quand elle a confirmé son adresse. Nous ne vous disons pas qui elle est.</p>
      </Section>
      <Section title="Mon lien">
        <p className={styles["code"]}>
          <a href={link}>{link}</a>
        </p>
        <p>Pour le partager :</p>
        <ul className={styles["share"]}>
          {sharesOf(link).map(({ label, href }) => (
            <li key={label}>
              <a className={styles["quiet"]} href={href} rel="noreferrer">
                {label}
              </a>
            </li>
          ))}
        </ul>
        <p className={styles["share"]}>
          <button
            type="button"
            hidden
            className={styles["quiet"]}
            data-share="copy"
            data-text={link}
            data-done="Lien copié"
            data-failed="Copie impossible : sélectionnez le lien"
          >
            Copier le lien
          </button>
          <button
            type="button"
            hidden
            className={styles["quiet"]}
            data-share="sheet"
            data-text={invitationText(link)}
          >
            Partager autrement
          </button>
        </p>
        <p role="status" data-shared />
        <QrCode text={link} />
        <details className={styles["change"]}>
          <summary>Changer de lien</summary>
          <p>L’ancien lien mènera encore au formulaire, sans compter pour vous.</p>
          <PostButton to={path} action="renew" label="Recevoir un nouveau lien" look="quiet" />
        </details>
      </Section>
    </>
  );
}

function countOf(friends: number): string {
  if (friends === 0) return "Aucune amie confirmée";
  return friends === 1 ? "1 amie confirmée" : `${friends} amies confirmées`;
}

const invitationText = (link: string) => `Rejoins-moi sur la bêta de ${brand.name} : ${link}`;

/** Links that open installed programs. Widgets of online services would learn who visits the page. */
function sharesOf(link: string) {
  const text = encodeURIComponent(invitationText(link));
  const subject = encodeURIComponent(`La bêta de ${brand.name}`);
  return [
    { label: "WhatsApp", href: `https://wa.me/?text=${text}` },
    { label: "Messages", href: `sms:?&body=${text}` },
    { label: "E-mail", href: `mailto:?subject=${subject}&body=${text}` },
  ];
}

function QrCode({ text }: { text: string }) {
  const { size, path } = drawQrCode(text);
  return (
    <svg
      className={styles["qr"]}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label="QR code de mon lien"
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
