import { useEffect } from "react";
import { heroTitleId } from "./home/hero-title-id.ts";
import { Home } from "./home/home.tsx";
import { Footer } from "./parts/footer.tsx";
import { Masthead } from "./parts/masthead.tsx";
import { Still } from "./parts/still.tsx";
import { useReveals } from "./parts/use-reveals.ts";
import { DialogPictures } from "./signup/dialog-pictures.tsx";
import { useSignUpDialog } from "./use-sign-up-dialog.tsx";
import { useView } from "./use-view.ts";
import { OtherView } from "./views/other-view.tsx";

/** The home page: one document in which views take each other's place. The home view stays in it, hidden, meanwhile. */
export function App() {
  const { view, content, moved, show, goHome } = useView();
  const dialog = useSignUpDialog();
  const atHome = view === "home";
  useReveals();
  useEffect(() => {
    if (moved && atHome) document.getElementById(heroTitleId)?.focus({ preventScroll: true });
  }, [moved, atHome]);
  return (
    <>
      <a href="#contenu" className="skip">
        Aller au contenu
      </a>
      <Masthead logo={!atHome} onHome={goHome} />
      <main id="contenu" tabIndex={-1}>
        <div hidden={!atHome}>
          <Home />
        </div>
        {content !== null && <OtherView content={content} onHome={goHome} />}
      </main>
      <Footer onShow={show} />
      {dialog}
      <Still render={import.meta.env.SSR ? () => <DialogPictures /> : null} />
    </>
  );
}
