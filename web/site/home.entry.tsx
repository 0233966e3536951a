import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { App } from "./app.tsx";

const root = document.getElementById("root");
// A transition yields to the browser between slices, so that taking the page over never holds up a visitor.
if (root) {
  startTransition(() => {
    hydrateRoot(
      root,
      <StrictMode>
        <App />
      </StrictMode>,
    );
  });
}
