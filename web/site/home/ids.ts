/** By which the scripts of the home page find what the server drew. */
export const homeIds = {
  main: "contenu",
  masthead: "masthead",
  home: "home",
  /** Takes the focus when a visitor returns to the home view. */
  heroTitle: "hero-title",
  otherView: "other-view",
  floatingButton: "floating-button",
  betaSection: "beta-section",
  film: "film",
  filmOverlay: "film-overlay",
  filmFoot: "film-foot",
  /** Templates from which the dialog takes its texts and pictures. */
  dataNotice: "data-notice",
  dialogPicture: "dialog-picture",
  thanksPicture: "thanks-picture",
} as const;
