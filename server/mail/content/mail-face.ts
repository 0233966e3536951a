import { brand } from "#contract/brand.ts";
import { contrastOf, textColorOn, textContrast } from "#contract/color.ts";
import { isPlaceholder, type PublicSite } from "#contract/site.ts";

/** Email branding: the owner's name or logo, and their colour. */
export type MailFace = {
  name: string;
  /** At the site's address, the same for all recipients. */
  logo: { address: string; height: number } | null;
  siteUrl: string;
  color: string;
  /** The text colour on it. */
  textOnColor: string;
  /** That colour, if it can be read on white. */
  linkColor: string;
  /** Another one whenever a mail would look otherwise. */
  revision: string;
};

type PresentSite = Pick<PublicSite, "publisher" | "mail" | "images"> & { revision: string };

export const mailInk = "#1f1b18";

/** Larger ones are shown smaller: twice as many pixels as that look sharp on a phone. */
const logoSpace = { width: 240, height: 48 };

/** Recomputed when the owner's settings change. */
export function createFace(present: () => Promise<PresentSite>, siteUrl: string): () => Promise<MailFace> {
  let worn: MailFace | null = null;
  return async () => {
    const site = await present();
    if (worn?.revision !== site.revision) worn = faceOf(site, siteUrl);
    return worn;
  };
}

export function faceOf(
  { publisher, mail: { color }, images: { mailLogo }, revision }: PresentSite,
  siteUrl: string,
): MailFace {
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
