import { createRoot } from "react-dom/client";
import { createBrowserRouter } from "react-router";
import { interceptCalls } from "#web/lib/api.ts";
import { createAdminApp } from "./app/app.tsx";
import { watchPresence, withPresence } from "./ui/presence.ts";
import { withConfirmation } from "./ui/reauthentication.ts";

const root = document.getElementById("root");
if (!root) throw new Error("The page has no #root element.");

interceptCalls(withPresence);
interceptCalls(withConfirmation);
watchPresence();

createRoot(root).render(createAdminApp(createBrowserRouter).element);
