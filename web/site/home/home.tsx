import { Still } from "../parts/still.tsx";
import { Banner } from "./banner.tsx";
import { BetaSection } from "./beta-section.tsx";
import { Film } from "./film.tsx";
import { FloatingButton } from "./floating-button.tsx";
import { Hero } from "./hero.tsx";
import { Partners } from "./partners.tsx";
import { Propositions } from "./propositions.tsx";

/** All but the film and the floating button stays as the server drew it. */
export function Home() {
  return (
    <>
      <Still render={import.meta.env.SSR ? () => <Opening /> : null} />
      <Film />
      <Still render={import.meta.env.SSR ? () => <Ending /> : null} />
      <FloatingButton />
    </>
  );
}

function Opening() {
  return (
    <>
      <Hero />
      <Banner />
      <Propositions />
    </>
  );
}

function Ending() {
  return (
    <>
      <Partners />
      <BetaSection />
    </>
  );
}
