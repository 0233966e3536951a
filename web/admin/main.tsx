import { createRoot } from "react-dom/client";
import { createBrowserRouter } from "react-router";
import { interceptCalls } from "#web/lib/api.ts";
import { createAdminApp } from "./app/app.tsx";
import { screens } from "./app/screens.ts";
import { whenIdle } from "./app/when-idle.ts";
import { watchPresence, withPresence } from "./ui/presence.ts";
import { withConfirmation } from "./ui/reauthentication.ts";

const root = document.getElementById("root");
if (!root) throw new Error("The page has no #root element.");

interceptCalls(withPresence);
interceptCalls(withConfirmation);
watchPresence();

createRoot(root).render(createAdminApp(createBrowserRouter).element);

// Prefetches the code of all screens after the first one has loaded, because a touch screen has no hover to prefetch on.
setTimeout(() => {
  for (const { load } of screens) whenIdle(load);
}, 5_000);
