import type { ComponentType } from "react";
import type { OtherView } from "../parts/views.ts";
import { ContactView } from "./contact-view.tsx";
import { PrivacyView } from "./privacy-view.tsx";
import { TermsView } from "./terms-view.tsx";
import type { ViewProps } from "./view-frame.tsx";

/** Fetched when a visitor is about to leave the home view. */
export const viewComponents: Record<OtherView, ComponentType<ViewProps>> = {
  privacy: PrivacyView,
  terms: TermsView,
  contact: ContactView,
};
