import { useSite } from "../site-context.tsx";
import styles from "./button.module.css";
import { ArrowIcon } from "./icons.tsx";

export const useSignUpMailto = () =>
  `mailto:${useSite().contact.email}?subject=${encodeURIComponent("Inscription à la bêta")}`;

export type SignUpActions = {
  /** @param opener gets the focus back when the dialog closes */
  open: (opener: HTMLElement) => void;
  /** Fetches the dialog's code before it is asked for. */
  prepare: () => void;
};

/** Opens the dialog; where no script runs a link to the e-mail contact takes its place. */
export function SignUpButton({ open, prepare, light = false }: SignUpActions & { light?: boolean }) {
  const mailto = useSignUpMailto();
  const className = light ? styles["light"] : styles["button"];
  return (
    <>
      <button
        type="button"
        className={className}
        aria-haspopup="dialog"
        data-scripted=""
        data-late={mailto}
        onClick={(event) => open(event.currentTarget)}
        onPointerEnter={prepare}
        onFocus={prepare}
      >
        <span lang="en">I want to sign up</span>
        <ArrowIcon direction="right" />
      </button>
      <noscript>
        <a className={className} href={mailto}>
          <span lang="en">I want to sign up</span>
        </a>
      </noscript>
    </>
  );
}
