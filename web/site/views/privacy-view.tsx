import { policyVersions } from "#contract/policy-versions.ts";
import { LastUpdated, LegalSections } from "./legal-page.tsx";
import { privacySections } from "./privacy-sections.tsx";
import { ViewFrame } from "./view-frame.tsx";

export function PrivacyView() {
  return (
    <ViewFrame title="Politique de confidentialité">
      <LastUpdated versions={policyVersions} />
      <LegalSections sections={privacySections} />
    </ViewFrame>
  );
}
