import { brand } from "#contract/brand.ts";
import styles from "./footer.module.css";
import { otherViews } from "./views.ts";

export function Footer() {
  return (
    <footer className={styles["footer"]}>
      <p>
        © {brand.copyrightYear} {brand.name}
      </p>
      <nav aria-label="Informations">
        <ul className={styles["links"]}>
          {otherViews.map(({ view, label, path }) => (
            <li key={view}>
              <a href={path}>{label}</a>
            </li>
          ))}
          <li>
            <a href="/mentions-legales">Mentions légales</a>
          </li>
          <li>
            <a href="/mes-donnees">Mes données</a>
          </li>
          <li>
            <a href="/accessibilite">Accessibilité</a>
          </li>
        </ul>
      </nav>
    </footer>
  );
}
