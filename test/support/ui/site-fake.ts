import "#web/admin/features/site/site-screen.tsx"; // loaded with the test, so that no assertion waits for it
import { type SiteSettingsResponse, updateSiteSettingsSchema } from "#contract/site.schema.ts";
import { initialSiteSettings, type SiteImageSlot } from "#contract/site.ts";
import { staleMessage } from "#contract/version.schema.ts";
import { type FakeAnswers, refuse } from "./fake-api.ts";

/** The calls on the owner's settings, in memory, with the server's rules; `present` is the present state. */
export function fakeSite(changes: Partial<SiteSettingsResponse> = {}) {
  let present: SiteSettingsResponse = {
    ...initialSiteSettings,
    images: {},
    updatedAt: null,
    version: 0,
    ...changes,
  };
  const save = (values: Partial<SiteSettingsResponse>) => {
    present = {
      ...present,
      ...values,
      updatedAt: new Date(0).toISOString(),
      version: present.version + 1,
    };
    return present;
  };
  const setImage = (slot: string, image: SiteSettingsResponse["images"][SiteImageSlot]) => {
    present = { ...present, images: { ...present.images, [slot]: image } };
    return present;
  };
  const answers: FakeAnswers = {
    "GET /api/admin/site": () => present,
    "PUT /api/admin/site": ({ json }) => {
      const { version, ...values } = updateSiteSettingsSchema.parse(json);
      return version === present.version
        ? save({
            ...values,
            invitations: values.invitations ?? present.invitations,
            referral: { ...present.referral, ...values.referral },
          })
        : refuse(409, { code: "stale", message: staleMessage(null, "") }, { current: present });
    },
    "PUT /api/admin/site/images/:slot": ({ param: { slot } }) =>
      setImage(slot, { address: "/icon-512.png", width: 512, height: 512 }),
    "DELETE /api/admin/site/images/:slot": ({ param: { slot } }) => setImage(slot, undefined),
  };
  return { answers, present: () => present, saveElsewhere: save };
}
