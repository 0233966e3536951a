import { useState } from "react";
import { FloatingButton } from "./home/floating-button.tsx";
import { Home } from "./home/home.tsx";
import { Footer } from "./parts/footer.tsx";
import { Masthead } from "./parts/masthead.tsx";
import { useSignUpDialog } from "./use-sign-up-dialog.tsx";
import { prepareViews, useView } from "./use-view.ts";

/** The home page: one document in which views take each other's place. */
export function App() {
  const { view, component: OtherView, moved, show, goHome } = useView();
  const [registered, setRegistered] = useState(false);
  const { actions, dialog } = useSignUpDialog(() => setRegistered(true));
  return (
    <>
      <a href="#contenu" className="skip">
        Aller au contenu
      </a>
      {view === "home" ? <Masthead logo={false} /> : <Masthead onHome={goHome} />}
      <main id="contenu" tabIndex={-1}>
        {OtherView ? (
          <OtherView key={view} onHome={goHome} focus />
        ) : (
          <Home signUp={actions} registered={registered} returning={moved} />
        )}
      </main>
      <Footer onShow={show} prepare={prepareViews} />
      {view === "home" && <FloatingButton />}
      {dialog}
    </>
  );
}
