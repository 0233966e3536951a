import { Navigate, useParams } from "react-router";
import { z } from "zod";
import { emailSettingsQuery, holdQuery } from "#web/admin/mail-kit/mail-kit.api.ts";
import type { PrefetchScreen } from "#web/admin/ui/prefetch.ts";
import { useAddress, uuidParameter } from "#web/admin/ui/use-address.ts";
import { campaignAddress, newCampaign } from "./campaign-texts.ts";
import { campaignListQuery } from "./campaigns.api.ts";
import { Desk } from "./desk/desk.tsx";
import { WritingPage } from "./form/writing-page.tsx";
import { CampaignPage } from "./page/campaign-page.tsx";

/** Links of earlier days name the campaign as a parameter. */
const linkedAddress = z.object({ campaign: uuidParameter });

export const prefetch: PrefetchScreen = ({ prefetchQuery, prefetchList }) => {
  prefetchList(campaignListQuery(null));
  prefetchQuery(emailSettingsQuery);
  prefetchQuery(holdQuery);
};

/** The desk; a message that is being written; what became of one. */
export default function CampaignsScreen() {
  const { campaign } = useParams();
  const { state } = useAddress(linkedAddress);
  if (campaign === newCampaign) return <WritingPage />;
  if (campaign !== undefined) return <CampaignPage key={campaign} id={campaign} />;
  if (state.campaign !== null) return <Navigate to={campaignAddress(state.campaign)} replace />;
  return <Desk />;
}
