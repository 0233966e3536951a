import { Picture } from "../parts/picture.tsx";
import { lost } from "../pictures/pictures.ts";
import { ViewFrame } from "../views/view-frame.tsx";
import styles from "./not-found.module.css";

export function NotFound() {
  return (
    <ViewFrame title="Il manque une pièce.">
      <div className={styles["lost"]}>
        <p>Cette page n’existe pas, ou plus. L’adresse a peut-être été mal recopiée.</p>
        <Picture picture={lost} sizes="(min-width: 768px) 40vw, 90vw" className={styles["picture"]} />
      </div>
    </ViewFrame>
  );
}
