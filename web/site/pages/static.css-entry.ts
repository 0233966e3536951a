// The build takes the CSS of the static pages from here; they have no script.
import "../base.css";
import "../parts/frame.tsx";
import "./static-pages.tsx";
