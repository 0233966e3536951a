import { Button, Group, Paper, Stack } from "@mantine/core";
import type { SiteSettingsAnswer } from "#contract/site.schema.ts";
import { siteImageSlots } from "#contract/site.ts";
import { ErrorAlert } from "#web/admin/ui/error-alert.tsx";
import { UnsavedDialog } from "#web/admin/ui/unsaved-dialog.tsx";
import { StaleDialog } from "#web/admin/ui/versions/stale-dialog.tsx";
import { GroupFields } from "./group-fields.tsx";
import { PartnerLogo } from "./partner-logo.tsx";
import classes from "./site.module.css";
import { editedSite, siteGroups } from "./site-fields.ts";
import { useSiteForm } from "./use-site-form.ts";

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
                  {siteImageSlots.map((slot) => (
                    <PartnerLogo key={slot} slot={slot} image={site.images[slot]} />
                  ))}
                </div>
              )}
            </GroupFields>
          ))}
          <Stack className={classes.save ?? ""} gap="sm">
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
              <Button type="submit" loading={save.isPending}>
                Enregistrer
              </Button>
            </Group>
          </Stack>
        </Stack>
      </Paper>
      <StaleDialog edit={edit} thing="Ce que le site dit de vous" fields={editedSite} />
      <UnsavedDialog dirty={edit.dirty} keys={[]} />
    </>
  );
}
