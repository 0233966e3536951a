import {
  Alert,
  Anchor,
  Button,
  Group,
  NumberInput,
  Paper,
  SimpleGrid,
  Stack,
  Switch,
  Textarea,
  TextInput,
} from "@mantine/core";
import { IconAlertTriangle, IconExternalLink } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { limits } from "#contract/limits.ts";
import type { SiteSettingsResponse } from "#contract/site.schema.ts";
import { isPlaceholder, partnerSlots, placeholdersOf } from "#contract/site.ts";
import { SavingButton } from "#web/admin/ui/buttons.tsx";
import { ErrorAlert, LoadingText } from "#web/admin/ui/feedback.tsx";
import { bottomBar } from "#web/admin/ui/measured-bar.ts";
import { type PrefetchScreen, useEagerQuery } from "#web/admin/ui/prefetch.ts";
import { RequiredNote } from "#web/admin/ui/required-note.tsx";
import { ScreenHeader } from "#web/admin/ui/screen-header.tsx";
import { UnsavedDialog } from "#web/admin/ui/unsaved-guard.tsx";
import { StaleDialog } from "#web/admin/ui/versions/stale-dialog.tsx";
import { formatCount } from "#web/lib/format.ts";
import { type SiteFormHandle, siteQuery, useSiteForm } from "./site.api.ts";
import classes from "./site.module.css";
import { editedSite, exampleOf, type SiteField, type SiteGroup, siteGroups } from "./site-fields.ts";
import { ColorField, LogoField } from "./site-inputs.tsx";

export const prefetch: PrefetchScreen = ({ prefetchQuery }) => prefetchQuery(siteQuery);

export default function SiteScreen() {
  const site = useEagerQuery(siteQuery);
  return (
    <>
      <ScreenHeader title="Site">
        Qui vous êtes, et comment vous joindre : ce que disent le site public, ses textes légaux et les{" "}
        <span className="unbroken">e-mails</span>.{" "}
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

function Provisional({ site }: { site: SiteSettingsResponse }) {
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
      reste, les inscriptions sont fermées sur une adresse en https. Un champ facultatif enregistré vide n’est
      pas montré.
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

const logoHint = "Montré sur fond clair, 48 pixels de haut au plus. Outlook ne montre pas le WebP.";

export function SiteForm({ site }: { site: SiteSettingsResponse }) {
  const { form, save, edit, submit } = useSiteForm(site);
  return (
    <>
      <Paper
        component="form"
        withBorder
        className={classes.panel ?? ""}
        aria-label="Ce que le site dit de vous"
        noValidate
        onSubmit={submit}
      >
        <Stack gap="xl">
          <RequiredNote />
          {siteGroups.map((group) => (
            <GroupFields key={group.name} form={form} group={group}>
              {group.name === "partners" && (
                <div className={classes.logos}>
                  {partnerSlots.map((slot) => (
                    <LogoField key={slot} slot={slot} image={site.images[slot]} />
                  ))}
                </div>
              )}
              {group.name === "mail" && (
                <div className={classes.logos}>
                  <LogoField slot="mailLogo" image={site.images.mailLogo} hint={logoHint} />
                </div>
              )}
            </GroupFields>
          ))}
          <Stack ref={bottomBar} className={classes.save ?? ""} gap="sm">
            <ErrorAlert
              error={save.error}
              fallback="Le site n’a pas pu être enregistré."
              onClose={save.reset}
            />
            <Group justify="flex-end">
              {edit.dirty && (
                <Button variant="default" onClick={form.reset}>
                  Annuler les modifications
                </Button>
              )}
              <SavingButton type="submit" loading={save.isPending}>
                Enregistrer
              </SavingButton>
            </Group>
          </Stack>
        </Stack>
      </Paper>
      <StaleDialog edit={edit} thing="Ce que le site dit de vous" fields={editedSite} />
      <UnsavedDialog dirty={edit.dirty} keys={[]} />
    </>
  );
}

type GroupFieldsProps = { form: SiteFormHandle; group: SiteGroup; children?: ReactNode };

function GroupFields({ form, group: { legend, about, fields }, children }: GroupFieldsProps) {
  return (
    <fieldset className={classes.fields}>
      <legend>{legend}</legend>
      <p className={classes.about}>{about}</p>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        {fields.map((field) => (
          <OneField key={field.path} form={form} field={field} />
        ))}
      </SimpleGrid>
      {children}
    </fieldset>
  );
}

function OneField(props: { form: SiteFormHandle; field: SiteField }) {
  switch (props.field.type) {
    case "color":
      return <ColorField {...props} />;
    case "paragraph":
      return <ParagraphField {...props} />;
    case "number":
      return <WholeNumberField {...props} />;
    case "switch":
      return <SwitchField {...props} />;
    default:
      return <LineField {...props} type={props.field.type ?? "text"} />;
  }
}

function ParagraphField({ form, field: { path, label } }: { form: SiteFormHandle; field: SiteField }) {
  return (
    <Textarea
      label={label}
      autosize
      minRows={2}
      maxLength={limits.mailFooterMax}
      description="Une phrase, ou un court paragraphe."
      inputWrapperOrder={["label", "input", "description", "error"]}
      {...form.getInputProps(path)}
    />
  );
}

function SwitchField({ form, field: { path, label } }: { form: SiteFormHandle; field: SiteField }) {
  return <Switch label={label} {...form.getInputProps(path, { type: "checkbox" })} />;
}

function WholeNumberField({ form, field: { path, label, max } }: { form: SiteFormHandle; field: SiteField }) {
  return (
    <NumberInput
      label={label}
      min={1}
      max={max}
      allowDecimal={false}
      withAsterisk
      aria-required
      {...form.getInputProps(path)}
    />
  );
}

type LineProps = { form: SiteFormHandle; field: SiteField; type: "text" | "email" | "tel" | "url" };

function LineField({ form, field, type }: LineProps) {
  const { path, label, required = false } = field;
  const input = form.getInputProps(path);
  const isMissing = required && input.value === "";
  const provisional = isMissing || isPlaceholder(String(input.value));
  return (
    <TextInput
      label={label}
      type={type === "url" ? "text" : type}
      inputMode={type}
      withAsterisk={required}
      aria-required={required}
      autoComplete="off"
      maxLength={type === "url" ? limits.websiteMax : undefined}
      placeholder={exampleOf(field)}
      description={provisional ? (isMissing ? "À compléter" : "À remplacer") : undefined}
      inputWrapperOrder={["label", "input", "description", "error"]}
      {...(provisional && {
        classNames: { input: classes.provisional ?? "", description: classes.replace ?? "" },
      })}
      {...input}
    />
  );
}
