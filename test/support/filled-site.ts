import { sql } from "drizzle-orm";
import type { SiteSettings } from "#contract/site.ts";
import type { Db } from "#server/lib/database/database.ts";
import type { Site } from "#server/site/site-settings.service.ts";

/** Settings with an identified owner. With https, the server accepts sign-ups only then. */
export const filledSite: SiteSettings = {
  publisher: {
    company: "Maison Tenue",
    legalForm: "SAS au capital de 10 000 €",
    address: "12 rue du Fil, 69001 Lyon",
    registration: "RCS Lyon 123 456 789",
    vat: "FR12123456789",
    director: "Inès Tisserand",
    phone: "04 00 00 00 00",
    dpo: "",
  },
  host: {
    company: "Hébergeur du Rhône",
    address: "1 quai du Rhône, 69001 Lyon",
    phone: "04 00 00 00 01",
    country: "France",
  },
  mailProvider: { company: "Messagerie du Rhône", country: "France" },
  backupStore: { company: "", country: "" },
  bounceMailbox: { company: "", country: "" },
  remotePictures: { hosts: "" },
  invitations: { appUrl: "https://app.tenue.fr/bienvenue", validDays: 14 },
  referral: { on: false, sentence: "", friends: 3, cap: 20, messages: true },
  home: { tagline: "Regarder, essayer, partager", claimProof: "" },
  contact: {
    email: "bonjour@maison-tenue.fr",
    communityChat: "https://chat.maison-tenue.fr/invitation",
    tiktok: "https://www.tiktok.com/@maison-tenue",
    instagram: "https://www.instagram.com/maison-tenue",
  },
  stores: { appStore: "", playStore: "" },
  partners: {
    followedBy: { name: "La Fabrique", url: "https://la-fabrique.fr" },
    accompaniedBy: { name: "Le Comptoir", url: "" },
  },
  mail: { color: "#163b42", footerText: "Maison Tenue, le vestiaire qui se partage." },
};

/** Saves these settings in the running application, as the owner does. */
export async function fillSite({ db, site }: { db: Db; site: Site }): Promise<void> {
  await db.execute(sql`
    insert into site_settings (values) values (${JSON.stringify(filledSite)}::jsonb)
    on conflict (id) do update set values = excluded.values, version = site_settings.version + 1`);
  await site.refresh();
}
