// The entry for the home page's CSS: for the server's elements and for those that scripts add.
import "../base.css";
import "../home/home.tsx";
import "../home/player.tsx";
import "../signup/sign-up-dialog.tsx";
