import { Footer } from "../parts/footer.tsx";
import { ArrowIcon } from "../parts/icons.tsx";
import { Masthead } from "../parts/masthead.tsx";
import { DataNotice } from "../signup/data-notice.tsx";
import { DialogPictures } from "../signup/dialog-pictures.tsx";
import views from "../views/views.module.css";
import { Banner } from "./banner.tsx";
import { BetaSection } from "./beta-section.tsx";
import { Film } from "./film.tsx";
import styles from "./floating-button.module.css";
import { Hero } from "./hero.tsx";
import { homeIds } from "./ids.ts";
import { Partners } from "./partners.tsx";
import { Propositions } from "./propositions.tsx";

/** The home page as the server draws it. `start-home.ts` brings it to life and never draws any of this again. */
export function HomePage() {
  return (
    <>
      <a href={`#${homeIds.main}`} className="skip">
        Aller au contenu
      </a>
      <Masthead bare />
      <main id={homeIds.main} tabIndex={-1}>
        <div id={homeIds.home}>
          <Hero />
          <Banner />
          <Propositions />
          <Film />
          <Partners />
          <BetaSection />
          <FloatingButton />
        </div>
        <OtherView />
      </main>
      <Footer />
      <DialogPictures />
      <DataNotice />
    </>
  );
}

/** A plain link to the section; the page's style makes the way there smooth. */
function FloatingButton() {
  return (
    <a id={homeIds.floatingButton} href={`#${homeIds.betaSection}`} className={styles["button"]}>
      <span lang="en">Join the beta</span>
      <ArrowIcon direction="down" />
    </a>
  );
}

/** The frame of the texts that take the home view's place, see `views.ts`. */
function OtherView() {
  return (
    <div id={homeIds.otherView} hidden>
      <div className={views["view"]}>
        <div className={views["content"]} data-content="" />
        <div className={views["back"]}>
          <button type="button" className={views["home"]}>
            <ArrowIcon direction="left" />
            {"Retour à l'accueil"}
          </button>
        </div>
      </div>
    </div>
  );
}
