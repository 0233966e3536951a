// The entry for the CSS of the static pages, which have no script.
import "../base.css";
import "../parts/frame.tsx";
import "./static-pages.tsx";
