import classes from "./skip-link.module.css";

/** The first stop of every page: `main` has the id "contenu". */
export function SkipLink() {
  return (
    <a className={classes.skip} href="#contenu">
      Aller au contenu
    </a>
  );
}
