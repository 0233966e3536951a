import { brand } from "#contract/brand.ts";
import { contrastOf, textColorOn, textContrast } from "#contract/color.ts";
import { isPlaceholder, type PublicSite } from "#contract/site.ts";

/** Email branding: the owner's name or logo, and their colour. */
export type MailBranding = {
  name: string;
  /** The logo's address on the site, which is the same for all recipients. */
  logo: { address: string; height: number } | null;
  siteUrl: string;
  color: string;
  /** The text colour on `color`. */
  textOnColor: string;
  /** `color`, or a fallback when `color` cannot be read on white. */
  linkColor: string;
  /** Changes with every change of the branding. */
  revision: string;
};

type PresentSite = Pick<PublicSite, "publisher" | "mail" | "images"> & { revision: string };

export const mailInk = "#1f1b18";

/** The largest size of a logo in a mail, in CSS pixels. A logo with twice as many pixels looks sharp on a phone. */
const logoSpace = { width: 240, height: 48 };

/** Recomputed when the owner's settings change. */
export function createMailBranding(
  present: () => Promise<PresentSite>,
  siteUrl: string,
): () => Promise<MailBranding> {
  let lastBranding: MailBranding | null = null;
  return async () => {
    const site = await present();
    if (lastBranding?.revision !== site.revision) lastBranding = brandingOf(site, siteUrl);
    return lastBranding;
  };
}

export function brandingOf(
  { publisher, mail: { color }, images: { mailLogo }, revision }: PresentSite,
  siteUrl: string,
): MailBranding {
  return {
    name: isPlaceholder(publisher.company) ? brand.name : publisher.company,
    logo: mailLogo ? { address: siteUrl + mailLogo.address, height: fittedHeight(mailLogo) } : null,
    siteUrl,
    color,
    textOnColor: textColorOn(color),
    linkColor: contrastOf(color, "#ffffff") >= textContrast ? color : mailInk,
    revision,
  };
}

function fittedHeight({ width, height }: { width: number; height: number }): number {
  return Math.round(height * Math.min(1, logoSpace.width / width, logoSpace.height / height));
}
