// The build takes the CSS of the pages that the server draws per request from here; they have no script.
import "../base.css";
import "../pages/static-page.tsx";
import "./server-pages.tsx";
