import type { ReactNode } from "react";
import { Footer } from "../parts/footer.tsx";
import { Masthead } from "../parts/masthead.tsx";

/** A page with its own address: the same frame as the home page, and no script at all. */
export function StaticPage({ children }: { children: ReactNode }) {
  return (
    <>
      <a href="#contenu" className="skip">
        Aller au contenu
      </a>
      <Masthead />
      <main id="contenu">{children}</main>
      <Footer />
    </>
  );
}
