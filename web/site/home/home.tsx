import type { SignUpActions } from "../parts/sign-up-button.tsx";
import { Still } from "../parts/still.tsx";
import { Banner } from "./banner.tsx";
import { BetaSection } from "./beta-section.tsx";
import { Film } from "./film.tsx";
import { FloatingButton } from "./floating-button.tsx";
import { Hero } from "./hero.tsx";
import { Partners } from "./partners.tsx";
import { Propositions } from "./propositions.tsx";

type HomeProps = {
  signUp: SignUpActions;
  /** The visitor comes back from another view: the heading takes the focus. */
  returning: boolean;
};

export function Home({ signUp, returning }: HomeProps) {
  return (
    <>
      <Hero signUp={signUp} returning={returning} />
      <Still render={import.meta.env.SSR ? () => [<Banner key="1" />, <Propositions key="2" />] : null} />
      <Film />
      <Still render={import.meta.env.SSR ? () => <Partners /> : null} />
      <BetaSection signUp={signUp} />
      <FloatingButton />
    </>
  );
}
