import { Alert, Anchor } from "@mantine/core";
import { IconAlertTriangle, IconArrowRight } from "@tabler/icons-react";
import { Link } from "react-router";
import { HoldBanner } from "#web/admin/mail-kit/mail-banners.tsx";
import { holdQuery } from "#web/admin/mail-kit/mail-kit.api.ts";
import { ErrorAlert, LoadingText } from "#web/admin/ui/feedback.tsx";
import { firstStepsQuery } from "#web/admin/ui/first-run/first-steps.api.ts";
import { samplesQuery } from "#web/admin/ui/first-run/samples.api.ts";
import { type PrefetchScreen, useEagerQuery } from "#web/admin/ui/prefetch.ts";
import { screenAddress } from "#web/admin/ui/screen-address.ts";
import { ScreenHeader } from "#web/admin/ui/screen-header.tsx";
import { useCurrentAdmin } from "#web/admin/ui/session.api.ts";
import { stateQuery } from "#web/admin/ui/state.api.ts";
import { Counters } from "./counters.tsx";
import classes from "./dashboard.module.css";
import { FirstSteps } from "./first-steps.tsx";
import { noticesQuery } from "./notices.api.ts";
import { Notices } from "./notices.tsx";
import { openingQuery } from "./opening.api.ts";
import { OpeningBox } from "./opening-box.tsx";
import { noCounts, overviewQuery } from "./overview.api.ts";
import { RecentDays } from "./recent-days.tsx";
import { SamplesBox } from "./samples-box.tsx";
import { sendingQuery } from "./sending.api.ts";
import { SendingPanel } from "./sending-panel.tsx";
import { shieldQuery } from "./shield.api.ts";
import { ShieldPanel } from "./shield-panel.tsx";
import { StateBox } from "./state-box.tsx";
import { useFirstSteps } from "./use-first-steps.ts";
import { WaitingSignups } from "./waiting-signups.tsx";
import { Welcome } from "./welcome.tsx";

export const prefetch: PrefetchScreen = ({ prefetchQuery }, { isSuperAdmin, preferences }) => {
  prefetchQuery(overviewQuery);
  prefetchQuery(holdQuery);
  prefetchQuery(openingQuery);
  prefetchQuery(sendingQuery);
  prefetchQuery(shieldQuery);
  if (!isSuperAdmin) return;
  prefetchQuery(samplesQuery);
  prefetchQuery(noticesQuery);
  prefetchQuery(stateQuery);
  if (!preferences.firstStepsLeft) prefetchQuery(firstStepsQuery);
};

export default function DashboardScreen() {
  const admin = useCurrentAdmin();
  const overview = useEagerQuery(overviewQuery);
  const { firstSteps, says } = useFirstSteps();
  const isWithoutQuestions = overview.data?.questionCount === 0;
  const asksForQuestions = isWithoutQuestions && says !== null && !says.has("questionnaire");
  return (
    <>
      <ScreenHeader title="Dashboard">
        Connecté en tant que <strong>{admin.email}</strong>
      </ScreenHeader>
      <div className={classes.content} aria-busy={overview.isFetching}>
        <ErrorAlert
          error={overview.isError}
          fallback="Les compteurs n’ont pas pu être chargés."
          onRetry={() => void overview.refetch()}
        />
        <HoldBanner />
        {firstSteps && <FirstSteps {...firstSteps} />}
        {admin.isSuperAdmin && <SamplesBox />}
        {admin.isSuperAdmin && <Notices />}
        {admin.isSuperAdmin && <StateBox />}
        {asksForQuestions && <ConfigurationRequired />}
        {says && <OpeningBox saidAlready={asksForQuestions ? new Set([...says, "questionnaire"]) : says} />}
        <Counters counts={overview.data ?? noCounts} />
        <Anchor component={Link} to={screenAddress("stats")} className={classes.more ?? ""}>
          Voir les statistiques détaillées <IconArrowRight size={16} aria-hidden />
        </Anchor>
        {overview.isPending && <LoadingText />}
        {overview.data && (
          <div className={classes.pair}>
            <WaitingSignups overview={overview.data} />
            <RecentDays days={overview.data.days} />
          </div>
        )}
        <SendingPanel />
        <ShieldPanel />
        <Welcome />
      </div>
    </>
  );
}

function ConfigurationRequired() {
  return (
    <Alert color="yellow" icon={<IconAlertTriangle aria-hidden />} title="Configuration requise">
      Le questionnaire ne contient encore aucune question : les formulaires d’inscription n’en posent donc
      aucune.{" "}
      <Anchor component={Link} to={screenAddress("questionnaire")} inherit underline="always">
        Configurer le questionnaire
      </Anchor>
    </Alert>
  );
}
