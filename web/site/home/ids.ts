/** The ids by which the scripts of the home page find the server's elements. */
export const homeIds = {
  main: "contenu",
  masthead: "masthead",
  home: "home",
  /** The title that takes the focus when a visitor returns to the home view. */
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
