import { Button, Group, Paper, SimpleGrid, Stack, Textarea, TextInput } from "@mantine/core";
import type { ReactNode } from "react";
import { limits } from "#contract/limits.ts";
import type { SiteSettingsAnswer } from "#contract/site.schema.ts";
import { isPlaceholder, partnerSlots } from "#contract/site.ts";
import { SavingButton } from "#web/admin/ui/buttons.tsx";
import { ErrorAlert } from "#web/admin/ui/feedback.tsx";
import { UnsavedDialog } from "#web/admin/ui/unsaved-guard.tsx";
import { StaleDialog } from "#web/admin/ui/versions/stale-dialog.tsx";
import classes from "./site.module.css";
import { editedSite, type SiteField, type SiteGroup, siteGroups } from "./site-fields.ts";
import { ColorField, LogoField } from "./site-inputs.tsx";
import { type SiteFormHandle, useSiteForm } from "./use-site-form.ts";

const logoHint = "Montré sur fond clair, 48 pixels de haut au plus. Outlook ne montre pas le WebP.";

export function SiteForm({ site }: { site: SiteSettingsAnswer }) {
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
          <Stack className={classes.save ?? ""} gap="sm" data-bottom-bar>
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

type LineProps = { form: SiteFormHandle; field: SiteField; type: "text" | "email" | "tel" | "url" };

/** A placeholder says that it is one until it is replaced. */
function LineField({ form, field, type }: LineProps) {
  const { path, label, required = false } = field;
  const input = form.getInputProps(path);
  const provisional = isPlaceholder(String(input.value));
  return (
    <TextInput
      label={label}
      type={type === "url" ? "text" : type}
      inputMode={type}
      withAsterisk={required}
      aria-required={required}
      autoComplete="off"
      maxLength={type === "url" ? limits.websiteMax : undefined}
      description={provisional ? (required ? "À remplacer" : "À remplacer ou à vider") : undefined}
      inputWrapperOrder={["label", "input", "description", "error"]}
      {...(provisional && {
        classNames: { input: classes.provisional ?? "", description: classes.replace ?? "" },
      })}
      {...input}
    />
  );
}
