// The entry for the CSS of pages that the server renders per request, without a script. The sign-up page has a separate entry.
import "../base.css";
import "../parts/frame.tsx";
import "./confirmation-page.tsx";
import "./my-data.tsx";
import "./my-data-page.tsx";
import "./place-page.tsx";
import "./trouble-page.tsx";
import "./unsubscribe-page.tsx";
