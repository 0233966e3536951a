// The build takes the home page's CSS from here: also that of the parts which send no code to the browser.
import "../base.css";
import "../app.tsx";
import "../home/banner.tsx";
import "../home/beta-section.tsx";
import "../home/hero.tsx";
import "../home/partners.tsx";
import "../home/propositions.tsx";
import "../home/store-badges.tsx";
import "../home/tagline.tsx";
