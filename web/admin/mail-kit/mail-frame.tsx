import classes from "./mail-kit.module.css";

/** A mail as it looks, in a frame in which nothing runs, no link leads anywhere and no form can be sent. */
export function MailFrame({ html, title }: { html: string; title: string }) {
  return <iframe className={classes.frame} sandbox="" srcDoc={html} title={title} />;
}
