import { StrictMode, startTransition, useEffect } from "react";
import { hydrateRoot } from "react-dom/client";
import { App } from "./app.tsx";
import { SiteContext } from "./site-context.tsx";

/** Tells the boot script that React is there, once every handler is. */
function Ready() {
  useEffect(() => {
    dispatchEvent(new Event("react-ready"));
  }, []);
  return null;
}

const site = document.getElementById("site-settings")?.textContent;
const root = document.getElementById("root");
// A transition yields to the browser between slices, so that taking the page over never holds up a visitor.
if (root && site) {
  startTransition(() => {
    hydrateRoot(
      root,
      <StrictMode>
        <SiteContext value={JSON.parse(site)}>
          <App />
          <Ready />
        </SiteContext>
      </StrictMode>,
    );
  });
}
