import type { MouseEvent, ReactNode } from "react";
import { ArrowIcon } from "../parts/icons.tsx";
import { ViewHeading } from "../parts/view-heading.tsx";
import styles from "./views.module.css";

export type ViewProps = {
  /** Brings the home view back; without it the link leads to the home page. */
  onHome?: () => void;
  /** True when the visitor has just come from another view. */
  focus?: boolean;
};

export function ViewFrame({
  title,
  children,
  onHome,
  focus = false,
}: ViewProps & { title: string; children: ReactNode }) {
  return (
    <div className={styles["view"]}>
      <ViewHeading className={styles["title"]} focus={focus}>
        {title}
      </ViewHeading>
      <div className={styles["body"]}>
        {children}
        <HomeLink {...(onHome && { onHome })} />
      </div>
    </div>
  );
}

function HomeLink({ onHome }: { onHome?: () => void }) {
  const goHome = (event: MouseEvent) => {
    event.preventDefault();
    onHome?.();
  };
  const label = (
    <>
      <ArrowIcon direction="left" />
      {"Retour à l'accueil"}
    </>
  );
  if (!onHome) {
    return (
      <a href="/" className={styles["home"]}>
        {label}
      </a>
    );
  }
  return (
    <button type="button" className={styles["home"]} onClick={goHome}>
      {label}
    </button>
  );
}
