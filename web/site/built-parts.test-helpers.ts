import type { BuiltParts } from "./renderer.tsx";

/** For pages of which only the content matters. */
export const emptyParts: BuiltParts = {
  entry: "",
  boot: "",
  placeScript: "",
  homeCss: "",
  staticCss: "",
  serverPagesCss: "",
  signUpCss: "",
};
