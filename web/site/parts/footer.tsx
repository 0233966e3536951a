import type { MouseEvent } from "react";
import { brand } from "#contract/brand.ts";
import styles from "./footer.module.css";
import { isPlainClick } from "./plain-click.ts";
import { Still } from "./still.tsx";
import { type OtherView, otherViews } from "./views.ts";

/** @param onShow switches the view in the page; without it, and until React is there, the links lead to separate pages. */
export function Footer({ onShow }: { onShow?: (view: OtherView) => void }) {
  const follow = (event: MouseEvent) => {
    const link = (event.target as Element).closest("a");
    const other = otherViews.find(({ path }) => path === link?.pathname);
    if (!onShow || !other || !isPlainClick(event)) return;
    event.preventDefault();
    onShow(other.view);
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/noStaticElementInteractions: it is the links in it that are clicked, or followed by key
    <footer onClick={follow}>
      <Still className={styles["footer"]} render={import.meta.env.SSR ? () => <Content /> : null} />
    </footer>
  );
}

function Content() {
  return (
    <>
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
    </>
  );
}
