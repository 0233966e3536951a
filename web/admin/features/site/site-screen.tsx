import { Alert, Anchor } from "@mantine/core";
import { IconAlertTriangle, IconExternalLink } from "@tabler/icons-react";
import type { SiteSettingsAnswer } from "#contract/site.schema.ts";
import { placeholdersOf } from "#contract/site.ts";
import { ErrorAlert, LoadingText } from "#web/admin/ui/feedback.tsx";
import { type PrefetchScreen, useEagerQuery } from "#web/admin/ui/prefetch.ts";
import { ScreenHeader } from "#web/admin/ui/screen-header.tsx";
import { formatCount } from "#web/lib/format.ts";
import { siteQuery } from "./site.api.ts";
import classes from "./site.module.css";
import { SiteForm } from "./site-form.tsx";

export const prefetch: PrefetchScreen = ({ prefetchQuery }) => prefetchQuery(siteQuery);

export default function SiteScreen() {
  const site = useEagerQuery(siteQuery);
  return (
    <>
      <ScreenHeader title="Site">
        Qui vous êtes, et comment vous joindre : ce que disent le site public, ses textes légaux et les
        e-mails.{" "}
        <Anchor href="/mentions-legales" target="_blank" rel="noopener" inherit underline="always">
          Voir les mentions légales <IconExternalLink size={14} aria-hidden />
          <span className="visually-hidden">(nouvel onglet)</span>
        </Anchor>
      </ScreenHeader>
      {site.isPending && <LoadingText>Chargement des paramètres…</LoadingText>}
      {site.isError && !site.data && (
        <ErrorAlert
          error={site.error}
          fallback="Les paramètres du site n’ont pas pu être chargés."
          onRetry={() => void site.refetch()}
        />
      )}
      {site.data && (
        <div className={classes.content}>
          <Provisional site={site.data} />
          <SiteForm site={site.data} />
          <PublicAddress />
        </div>
      )}
    </>
  );
}

function Provisional({ site }: { site: SiteSettingsAnswer }) {
  const { images: _, updatedAt: __, version: ___, ...settings } = site;
  const count = placeholdersOf(settings).length;
  if (count === 0) return null;
  return (
    <Alert
      role="note"
      color="yellow"
      icon={<IconAlertTriangle aria-hidden />}
      title="Informations provisoires"
    >
      {formatCount(count, "information est provisoire", "informations sont provisoires")}. Tant qu’il en
      reste, les inscriptions sont fermées sur une adresse en https.
    </Alert>
  );
}

function PublicAddress() {
  const secure = location.protocol === "https:";
  return (
    <section className={classes.address} aria-labelledby="public-address">
      <h2 id="public-address">Adresse publique</h2>
      <p>
        Vous êtes sur <strong>{location.origin}</strong>
        {secure ? ", une connexion chiffrée." : " : la connexion n’est pas chiffrée."}
      </p>
      <p>
        L’adresse publique est réglée par qui exploite le serveur : la variable <code>BASE_URL</code>, en
        https, décrite dans le fichier README.
      </p>
    </section>
  );
}
