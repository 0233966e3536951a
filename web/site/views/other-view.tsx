import { useEffect, useRef } from "react";
import { ArrowIcon } from "../parts/icons.tsx";
import styles from "./views.module.css";

/** A view in place of the home view. Its heading takes the focus, so that readers hear where they are. */
export function OtherView({ content, onHome }: { content: string; onHome: () => void }) {
  const ref = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new content is a new view
  useEffect(() => ref.current?.querySelector("h1")?.focus({ preventScroll: true }), [content]);
  return (
    <div className={styles["view"]}>
      <div
        ref={ref}
        className={styles["content"]}
        // biome-ignore lint/security/noDangerouslySetInnerHtml: a page of this very site, as the build rendered it
        dangerouslySetInnerHTML={{ __html: content }}
      />
      <div className={styles["back"]}>
        <button type="button" className={styles["home"]} onClick={onHome}>
          <ArrowIcon direction="left" />
          {"Retour à l'accueil"}
        </button>
      </div>
    </div>
  );
}
