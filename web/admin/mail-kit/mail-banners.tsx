import { HoldBanner } from "./hold/hold-banner.tsx";
import { SimulationBanner } from "./simulation-banner.tsx";

/** Why nothing leaves, wherever mail is written. */
export function MailBanners() {
  return (
    <>
      <HoldBanner mb="md" />
      <SimulationBanner />
    </>
  );
}
