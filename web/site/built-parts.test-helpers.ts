import type { BuiltParts } from "./renderer.tsx";

/** Empty build output, for tests of pages that check only the content. */
export const emptyParts: BuiltParts = {
  entry: "",
  boot: "",
  placeScript: "",
  homeCss: "",
  staticCss: "",
  serverPagesCss: "",
  signUpCss: "",
};
