import { emailEventKindLabels } from "#contract/bounces.ts";
import { consentTexts } from "#contract/consent-texts.ts";
import type { EmailStatus } from "#contract/email.ts";
import { erasureLeaves } from "#contract/erasure-words.ts";
import { formatParisDay } from "#contract/paris-time.ts";
import { consentButtons, privacyPeriods, requestKindLabels } from "#contract/privacy.ts";
import { type MyData, myDataNotices, type SitePage } from "#contract/site-pages.ts";
import { useSite } from "../site-context.tsx";
import { ViewFrame } from "../views/view-frame.tsx";
import { NewAddressForm } from "./my-data-address.tsx";
import { MyDataSignupSection } from "./my-data-signup.tsx";
import { PostButton, parisTime, Section } from "./page-parts.tsx";
import styles from "./server-pages.module.css";

type MyDataPageProps = Extract<SitePage, { page: "my-data" }>;

/** All data about the holder of the link, and their rights. */
export function MyDataPage(props: MyDataPageProps) {
  const { token, openUntil, data, places, notice, correction, newAddress } = props;
  const path = `/mes-donnees/${token}`;
  return (
    <ViewFrame title="Mes données">
      <div className={styles["data"]}>
        {notice && (
          <p role="status" className={styles["notice"]}>
            {myDataNotices[notice]}
          </p>
        )}
        <p className={styles["lead"]}>
          Voici ce que nous savons de <strong>{data.email}</strong>. Le fichier « Emporter mes données » est
          complet.
        </p>
        <OpenUntil path={path} openUntil={openUntil} />
        {data.signups.map((signup) => (
          <MyDataSignupSection
            key={signup.id}
            path={path}
            signup={signup}
            place={places[signup.id] ?? null}
            correction={correction?.signupId === signup.id ? correction : null}
          />
        ))}
        <NewAddressForm path={path} data={data} refused={newAddress} />
        <News path={path} data={data} />
        <Objection path={path} data={data} />
        <Messages messages={data.messages} />
        <Reports events={data.events} />
        <Requests requests={data.requests} />
        <Section title="Emporter mes données">
          <p>
            Un fichier JSON, lisible par d’autres services, avec ce qui est sur cette page, les lignes de
            listes importées qui ne nomment que vous, les blocages de votre adresse et ce qui a été transmis à
            d’autres outils.
          </p>
          <p>
            <a href={`${path}/donnees.json`} className={styles["quiet"]} download="mes-donnees-tenue.json">
              Télécharger
            </a>
          </p>
        </Section>
        <Section title="Effacer mes données">
          <p>
            Tout ce qui est sur cette page est effacé de la base du site, sans retour possible.{" "}
            {erasureLeaves}
          </p>
          <p>
            <a href={`${path}/effacer`} className={styles["quiet"]}>
              Effacer mes données
            </a>
          </p>
        </Section>
      </div>
    </ViewFrame>
  );
}

/** The time until the link expires, and a button that extends it (WCAG 2.2.1). */
function OpenUntil({ path, openUntil }: { path: string; openUntil: string }) {
  return (
    <div className={styles["term"]}>
      <p>
        Cette page vous est ouverte jusqu’à <time dateTime={openUntil}>{parisTime(openUntil)}</time>, heure de
        Paris. Ensuite, il faut <a href="/mes-donnees">recevoir un nouveau lien</a>.
      </p>
      <PostButton
        to={path}
        action="extend"
        label={`Rester ${privacyPeriods.myDataMinutes} minutes de plus`}
        look="quiet"
        newTab
      />
    </div>
  );
}

function News({ path, data }: { path: string; data: MyData }) {
  return (
    <Section title="Actualités par e-mail">
      <p>
        {data.receivesNews
          ? "Vous avez accepté de recevoir nos actualités."
          : "Vous ne recevez pas nos actualités."}
      </p>
      <NewsChoice path={path} data={data} />
      {data.consents.length > 0 && (
        <ul className={styles["list"]}>
          {data.consents.map((consent) => (
            <li key={consent.givenAt}>
              <blockquote className={styles["words"]}>« {consent.text} »</blockquote>
              <p className={styles["soft"]}>
                {historyOf(consent)}
                {consent.place ? "" : `, version ${consent.textVersion} des textes`}
              </p>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

function historyOf(consent: MyData["consents"][number]): string {
  const { givenAt, confirmedAt, confirmation, withdrawnAt, place } = consent;
  const button = confirmation ? ` par « ${consentButtons[confirmation]} »` : "";
  const isDeclined = confirmation === "address_only";
  return [
    `Accepté le ${formatParisDay(givenAt)}${place ? ` (${place}), repris d’une liste que nous avons importée` : ""}`,
    ...(confirmedAt && !place ? [`confirmé le ${formatParisDay(confirmedAt)}${button}`] : []),
    ...(confirmedAt || withdrawnAt ? [] : ["pas encore confirmé"]),
    ...(withdrawnAt && isDeclined ? [`décliné le ${formatParisDay(withdrawnAt)}${button}`] : []),
    ...(withdrawnAt && !isDeclined ? [`retiré le ${formatParisDay(withdrawnAt)}`] : []),
  ].join(", ");
}

function NewsChoice({ path, data }: { path: string; data: MyData }) {
  const { contact } = useSite();
  const hasAgreed = data.consents.some(({ withdrawnAt }) => withdrawnAt === null);
  if (data.receivesNews || (hasAgreed && data.isBlocked)) {
    return <PostButton to={path} action="withdraw" label="Ne plus les recevoir" look="quiet" />;
  }
  if (data.isBlocked) {
    return (
      <p>
        Cette adresse est bloquée. Pour en parler : <a href={`mailto:${contact.email}`}>{contact.email}</a>.
      </p>
    );
  }
  if (data.signups.length === 0) return null;
  return (
    <>
      <blockquote className={styles["words"]}>« {consentTexts.news} »</blockquote>
      <PostButton to={path} action="give" label="J’accepte" look="quiet" />
    </>
  );
}

function Objection({ path, data }: { path: string; data: MyData }) {
  if (data.signups.length === 0) return null;
  return (
    <Section title="M’opposer">
      {data.objectedAt === null ? (
        <>
          <p>
            Vos réponses comptent dans des statistiques sans nom, et l’inscription d’une marque est étudiée :
            c’est notre intérêt légitime. Si vous vous y opposez, vos réponses n’y comptent plus,
            l’inscription d’une marque n’est plus utilisée, et vous ne recevez plus nos actualités.
          </p>
          <p>
            <a href={`${path}/opposition`} className={styles["quiet"]}>
              M’opposer
            </a>
          </p>
        </>
      ) : (
        <p>
          Depuis le {formatParisDay(data.objectedAt)}, à votre demande, vos réponses ne comptent plus dans nos
          statistiques, et l’inscription d’une marque n’est plus utilisée.
        </p>
      )}
    </Section>
  );
}

const messageStates: Record<EmailStatus, string> = {
  pending: "en attente",
  sent: "envoyé",
  failed: "non remis",
  cancelled: "annulé",
  skipped: "non envoyé",
};

function Messages({ messages }: Pick<MyData, "messages">) {
  return (
    <Section title="Messages">
      {messages.length === 0 ? (
        <p>Aucun message ne vous a été écrit ces douze derniers mois.</p>
      ) : (
        <ul className={styles["list"]}>
          {messages.map(({ subject, text, at, status }) => (
            <li key={`${at} ${subject}`}>
              {text === null ? (
                <p>{subject || "Sans objet"}</p>
              ) : (
                <details>
                  <summary>{subject || "Sans objet"}</summary>
                  <p className={styles["message"]}>{text}</p>
                </details>
              )}
              <p className={styles["soft"]}>
                {formatParisDay(at)}, {messageStates[status]}
              </p>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

function Reports({ events }: Pick<MyData, "events">) {
  if (events.length === 0) return null;
  return (
    <Section title="Ce que les serveurs de messagerie ont répondu">
      <ul className={styles["list"]}>
        {events.map(({ kind, statusCode, serverWords, at }) => (
          <li key={`${at} ${kind}`}>
            <p>{emailEventKindLabels[kind]}</p>
            <p className={styles["soft"]}>
              {[formatParisDay(at), statusCode].filter(Boolean).join(", ")}
              {/* Mail servers answer in English. */}
              {serverWords && (
                <>
                  , <span lang="en">{serverWords}</span>
                </>
              )}
            </p>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Requests({ requests }: Pick<MyData, "requests">) {
  if (requests.length === 0) return null;
  return (
    <Section title="Mes demandes">
      <ul className={styles["list"]}>
        {requests.map(({ kind, receivedAt, closedAt, outcome }) => (
          <li key={`${receivedAt} ${kind}`}>
            <p>{requestKindLabels[kind]}</p>
            <p className={styles["soft"]}>
              {closedAt === null
                ? `Reçue le ${formatParisDay(receivedAt)}, en cours`
                : `Reçue le ${formatParisDay(receivedAt)}, close le ${formatParisDay(closedAt)} : ${outcome}`}
            </p>
          </li>
        ))}
      </ul>
    </Section>
  );
}
