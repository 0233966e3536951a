import { Button, Group, Paper, Stack } from "@mantine/core";
import type { SiteSettingsAnswer } from "#contract/site.schema.ts";
import { partnerSlots } from "#contract/site.ts";
import { ErrorAlert } from "#web/admin/ui/error-alert.tsx";
import { SavingButton } from "#web/admin/ui/saving-button.tsx";
import { UnsavedDialog } from "#web/admin/ui/unsaved-dialog.tsx";
import { StaleDialog } from "#web/admin/ui/versions/stale-dialog.tsx";
import { GroupFields } from "./group-fields.tsx";
import { LogoField } from "./logo-field.tsx";
import classes from "./site.module.css";
import { editedSite, siteGroups } from "./site-fields.ts";
import { useSiteForm } from "./use-site-form.ts";

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
