import type { MouseEvent } from "react";
import { brand } from "#contract/brand.ts";
import styles from "./footer.module.css";
import type { OtherView } from "./views.ts";
import { otherViews } from "./views.ts";

/** @param onShow switches the view in the page; without it the links lead to the pages of their own. */
export function Footer({ onShow }: { onShow?: (view: OtherView) => void }) {
  const show = (view: OtherView) => (event: MouseEvent) => {
    if (!onShow || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    onShow(view);
  };
  return (
    <footer className={styles["footer"]}>
      <p>
        © {brand.copyrightYear} {brand.name}
      </p>
      <nav aria-label="Informations">
        <ul className={styles["links"]}>
          {otherViews.map(({ view, label, path }) => (
            <li key={view}>
              <a href={path} onClick={show(view)} {...(onShow && { "data-late": path })}>
                {label}
              </a>
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
