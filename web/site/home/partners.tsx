import type { ReactNode } from "react";
import { brand } from "#contract/brand.ts";
import accompaniedBy from "../pictures/partner-accompanied.svg";
import followedBy from "../pictures/partner-followed.svg";
import styles from "./partners.module.css";

const partners = [
  { role: "Projet suivi par", ...brand.partners.followedBy, logo: followedBy },
  { role: "Projet accompagné par", ...brand.partners.accompaniedBy, logo: accompaniedBy },
];

export function Partners() {
  return (
    <section className={styles["partners"]} aria-label="Partenaires" data-reveal="">
      {partners.map(({ role, name, url, logo }) => (
        <div key={role} className={styles["partner"]}>
          <h2 className={styles["role"]}>{role}</h2>
          <PartnerLink url={url}>
            <img src={logo} alt={name} width="225" height="70" loading="lazy" decoding="async" />
          </PartnerLink>
        </div>
      ))}
    </section>
  );
}

function PartnerLink({ url, children }: { url: string | null; children: ReactNode }) {
  if (url === null) return <p className={styles["logo"]}>{children}</p>;
  return (
    <a href={url} className={styles["logo"]} rel="noopener" target="_blank">
      {children}
    </a>
  );
}
