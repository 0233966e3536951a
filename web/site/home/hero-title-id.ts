/** Of the home view's heading, which takes the focus when somebody comes back to it. */
export const heroTitleId = "hero-title";
