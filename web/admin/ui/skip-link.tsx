import classes from "./skip-link.module.css";

/** The first tab stop of every page. Leads to `main`, which has the id "contenu". */
export function SkipLink() {
  return (
    <a className={classes.skip} href="#contenu">
      Aller au contenu
    </a>
  );
}
