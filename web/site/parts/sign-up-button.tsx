import { signUpPath } from "#contract/signup-path.ts";
import buttons from "./button.module.css";
import { ArrowIcon } from "./icons.tsx";

/** The link to the sign-up form. `sign-up-outcome.ts` writes the result of a sign-up below it. */
export function SignUpButton({ light = false }: { light?: boolean }) {
  return (
    <div>
      <a
        href={signUpPath()}
        className={light ? buttons["light"] : buttons["button"]}
        title="Je veux m’inscrire"
      >
        <span lang="en">I want to sign up</span>
        <ArrowIcon direction="right" />
      </a>
      <p className={buttons["outcome"]} data-outcome="" />
    </div>
  );
}
