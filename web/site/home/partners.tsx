import type { ReactNode } from "react";
import { partnerSlots, type SiteImage, siteImageLabels } from "#contract/site.ts";
import { useSite } from "../site-context.tsx";
import styles from "./partners.module.css";

/** A partner is shown by their logo, or by their name as long as the owner gave none. */
export function Partners() {
  const { partners, images } = useSite();
  const named = partnerSlots.filter((slot) => partners[slot].name !== "");
  if (named.length === 0) return null;
  return (
    <section className={styles["partners"]} aria-label="Partenaires" data-reveal="">
      {named.map((slot) => (
        <div key={slot} className={styles["partner"]}>
          <h2 className={styles["role"]}>{siteImageLabels[slot]}</h2>
          <PartnerLink url={partners[slot].url}>
            <PartnerMark name={partners[slot].name} image={images[slot]} />
          </PartnerLink>
        </div>
      ))}
    </section>
  );
}

function PartnerMark({ name, image }: { name: string; image: SiteImage | undefined }) {
  if (!image) return <span className={styles["name"]}>{name}</span>;
  const { address, width, height } = image;
  return (
    <img
      src={address}
      alt={name}
      width={width}
      height={height}
      className={styles["image"]}
      loading="lazy"
      decoding="async"
    />
  );
}

function PartnerLink({ url, children }: { url: string; children: ReactNode }) {
  if (url === "") return <p className={styles["logo"]}>{children}</p>;
  return (
    <a href={url} className={styles["logo"]} rel="noopener" target="_blank">
      {children}
    </a>
  );
}
