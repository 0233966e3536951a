import { Picture } from "../parts/picture.tsx";
import { banner, bannerNarrow } from "../pictures/pictures.ts";
import styles from "./banner.module.css";

/** The street. Narrow screens get a separate cut, on which the passers-by are still people. */
export function Banner() {
  return (
    <figure className={styles["banner"]} data-reveal="">
      <Picture
        picture={banner}
        sizes="95vw"
        cuts={[{ picture: bannerNarrow, sizes: "95vw", media: "(max-width: 767px)" }]}
        className={styles["picture"]}
      />
    </figure>
  );
}
