import type { ReactNode } from "react";
import { ArrowIcon } from "../parts/icons.tsx";
import styles from "./views.module.css";

/** A page of text. The home page shows the content of `data-content` as a view. */
export function ViewFrame({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={styles["view"]}>
      <div className={styles["content"]} data-content="">
        <h1 className={styles["title"]} tabIndex={-1}>
          {title}
        </h1>
        <div className={styles["body"]}>{children}</div>
      </div>
      <div className={styles["back"]}>
        <a href="/" className={styles["home"]}>
          <ArrowIcon direction="left" />
          {"Retour à l'accueil"}
        </a>
      </div>
    </div>
  );
}
