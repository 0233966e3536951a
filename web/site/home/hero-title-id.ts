/** Of the home view's heading, which takes the focus when a visitor returns to it. */
export const heroTitleId = "hero-title";
