import { Anchor, Paper, Title } from "@mantine/core";
import { IconArrowRight } from "@tabler/icons-react";
import { useEffect } from "react";
import { Link } from "react-router";
import { HoldBanner } from "#web/admin/mail-kit/mail-banners.tsx";
import { dashboardQuery } from "#web/admin/ui/dashboard.api.ts";
import { ErrorAlert, LoadingText } from "#web/admin/ui/feedback.tsx";
import { type PrefetchScreen, useEagerQuery } from "#web/admin/ui/prefetch.ts";
import { screenAddress } from "#web/admin/ui/screen-address.ts";
import { ScreenHeader } from "#web/admin/ui/screen-header.tsx";
import { useCurrentAdmin } from "#web/admin/ui/session.api.ts";
import { useToDo } from "#web/admin/ui/to-do/to-do.api.ts";
import { ToDoList } from "#web/admin/ui/to-do/to-do-list.tsx";
import { noCounts } from "./dashboard.api.ts";
import classes from "./dashboard.module.css";
import { Counters, WaitingSignups } from "./overview.tsx";
import { RecentDays } from "./recent-days.tsx";
import { SendingPanel } from "./sending-panel.tsx";
import { ShieldPanel } from "./shield-panel.tsx";

export const prefetch: PrefetchScreen = ({ prefetchQuery }) => prefetchQuery(dashboardQuery);

/** One request loads the data of all parts. When it fails, each part loads its own data. */
export default function DashboardScreen() {
  const admin = useCurrentAdmin();
  const overview = useEagerQuery(dashboardQuery);
  useEffect(() => {
    // biome-ignore lint/suspicious/noConsole: a browser has no other log
    if (overview.error) console.error("failed to load the dashboard", overview.error);
  }, [overview.error]);
  return (
    <>
      <ScreenHeader
        title={
          <span title="Tableau de bord">
            <span lang="en">Dashboard</span>
          </span>
        }
      >
        Connecté en tant que <strong>{admin.email}</strong>
      </ScreenHeader>
      <div className={classes.content} aria-busy={overview.isFetching}>
        <ErrorAlert
          error={overview.isError}
          fallback="Les compteurs n’ont pas pu être chargés."
          onRetry={() => void overview.refetch()}
        />
        {overview.isPending ? <LoadingText /> : <HoldBanner />}
        {overview.data && <WaitingSignups overview={overview.data} />}
        <Counters counts={overview.data ?? noCounts} />
        <Anchor component={Link} to={screenAddress("stats")} className={classes.more ?? ""}>
          Voir les statistiques détaillées <IconArrowRight size={16} aria-hidden />
        </Anchor>
        <div className={classes.pair}>
          {overview.data && <RecentDays days={overview.data.days} />}
          {!overview.isPending && <SendingPanel />}
        </div>
        {!overview.isPending && (
          <>
            <ToDo />
            <ShieldPanel />
          </>
        )}
        <Welcome />
      </div>
    </>
  );
}

function ToDo() {
  const { rows, ...toDo } = useToDo();
  return (
    <>
      <ErrorAlert {...toDo} fallback="Ce qui reste à faire n’a pas pu être chargé." />
      <ToDoList title="Ce qui reste à faire" rows={rows.filter(({ level }) => level !== "notice")} />
      <ToDoList title="Avis" rows={rows.filter(({ level }) => level === "notice")} />
    </>
  );
}

/** Names the admin's tasks without links: the menu leads to them. */
function Welcome() {
  const { isSuperAdmin } = useCurrentAdmin();
  return (
    <Paper component="section" withBorder className={classes.panel ?? ""} aria-labelledby="welcome-title">
      <Title order={2} size="h3" id="welcome-title">
        Bienvenue dans l’administration
      </Title>
      <p className={classes.about}>
        Vous pouvez examiner les inscriptions des utilisateurs et des marques, les approuver ou les rejeter,
        modifier le questionnaire que remplissent les visiteurs, envoyer des e-mails aux inscrits, consulter
        les statistiques, régler l’envoi des e-mails et en relire l’historique
        {isSuperAdmin && ", et gérer les administrateurs"}.
      </p>
    </Paper>
  );
}
