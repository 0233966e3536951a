import { Footer, Masthead } from "../parts/frame.tsx";
import { ArrowIcon } from "../parts/icons.tsx";
import { Picture } from "../parts/picture.tsx";
import { dialogFigure, thanksStrip } from "../pictures/pictures.ts";
import { DataNotice } from "../signup/data-notice.tsx";
import views from "../views/views.module.css";
import { Film } from "./film.tsx";
import { Hero } from "./hero.tsx";
import styles from "./home.module.css";
import { homeIds } from "./ids.ts";
import { Banner, BetaSection, Partners, Propositions } from "./sections.tsx";

/** The home page, which only the server renders. `start-home.ts` adds the behaviour in the browser. */
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

/** A plain link to the section. CSS makes it scroll smoothly. */
function FloatingButton() {
  return (
    <a
      id={homeIds.floatingButton}
      href={`#${homeIds.betaSection}`}
      className={styles["floating-button"]}
      title="Rejoindre la bêta"
    >
      <span lang="en">Join the beta</span>
      <ArrowIcon direction="down" />
    </a>
  );
}

/** The frame of the texts that replace the home view, see `views.ts`. */
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

/** Templates with the dialog's pictures. The browser loads them when the dialog shows them, and no script contains their addresses. */
function DialogPictures() {
  return (
    <>
      <template id={homeIds.dialogPicture}>
        <Picture picture={dialogFigure} sizes="(min-width: 64rem) 24rem, 1px" />
      </template>
      <template id={homeIds.thanksPicture}>
        <Picture picture={thanksStrip} sizes="(min-width: 768px) 40rem, 100vw" />
      </template>
    </>
  );
}
