// The build takes the home page's CSS from here: what the server draws, and what scripts draw into it.
import "../base.css";
import "../home/home.tsx";
import "../home/player.tsx";
import "../signup/sign-up-dialog.tsx";
