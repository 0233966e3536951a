// The build takes the CSS of the pages that the server draws per request from here; they have no script. The sign-up has its own.
import "../base.css";
import "../parts/frame.tsx";
import "./confirmation-page.tsx";
import "./my-data.tsx";
import "./my-data-page.tsx";
import "./place-page.tsx";
import "./trouble-page.tsx";
import "./unsubscribe-page.tsx";
