// The build takes the CSS of the sign-up's own page from here: no more than it needs, for the slowest of links.
import "../base.css";
import "../parts/frame.tsx";
import "./sign-up-page.tsx";
import "./signed-up-page.tsx";
