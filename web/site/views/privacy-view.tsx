import { brand } from "#contract/brand.ts";
import { useSite } from "../site-context.tsx";
import { LastUpdated, LegalSections } from "./legal-page.tsx";
import { privacySections } from "./privacy-sections.tsx";
import { ViewFrame } from "./view-frame.tsx";

export function PrivacyView() {
  return (
    <ViewFrame title="Politique de confidentialité">
      <LastUpdated what="Dernière mise à jour le" date={brand.privacyPolicyUpdated} />
      <LegalSections sections={privacySections(useSite())} />
    </ViewFrame>
  );
}
