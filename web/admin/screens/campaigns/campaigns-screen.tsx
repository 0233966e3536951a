import { useState } from "react";
import { SimulationBanner } from "#web/admin/mail-kit/simulation-banner.tsx";
import { ScreenHeader } from "#web/admin/ui/screen-header.tsx";
import { CampaignForm } from "./form/campaign-form.tsx";
import { CampaignProgress } from "./progress/campaign-progress.tsx";
import { OpenCampaigns } from "./progress/open-campaigns.tsx";
import { useWatchedCampaign } from "./use-watched-campaign.ts";

export default function CampaignsScreen() {
  const { id, watch, running, others } = useWatchedCampaign();
  const [started, setStarted] = useState<string | null>(null);
  const show = (next: string) => {
    setStarted(next);
    watch(next);
  };
  return (
    <>
      <ScreenHeader title="Envoi d'emails en masse">
        Un même message à tous les inscrits, ou à une partie d’entre eux.
      </ScreenHeader>
      <SimulationBanner />
      {id && <CampaignProgress key={id} id={id} fresh={id === started} onClose={() => watch(null)} />}
      <OpenCampaigns campaigns={others} onWatch={watch} />
      <CampaignForm running={running} onStarted={show} />
    </>
  );
}
