import { Picture } from "../parts/picture.tsx";
import { banner, bannerNarrow } from "../pictures/pictures.ts";
import styles from "./banner.module.css";

/** The street. Narrow screens get a cut of their own, on which the passers-by are still people. */
export function Banner() {
  return (
    <figure className={styles["banner"]} data-reveal="">
      <div className={styles["wide"]}>
        <Picture picture={banner} sizes="95vw" className={styles["picture"]} />
      </div>
      <div className={styles["narrow"]}>
        <Picture picture={bannerNarrow} sizes="95vw" className={styles["picture"]} />
      </div>
    </figure>
  );
}
