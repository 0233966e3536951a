// The entry for the CSS of the sign-up page. It contains only what the page needs, for slow connections.
import "../base.css";
import "../parts/frame.tsx";
import "./sign-up-page.tsx";
import "./signed-up-page.tsx";
