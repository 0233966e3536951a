import { Paper, Title } from "@mantine/core";
import { type ReactNode, useId } from "react";
import { Link } from "react-router";
import type { Overview } from "#contract/stats.schema.ts";
import { screenAddress } from "#web/admin/ui/screen-address.ts";
import { formatNumber } from "#web/lib/format.ts";
import classes from "./dashboard.module.css";

type Counts = Pick<Overview, "users" | "brands" | "questionCount" | "totalResponses">;

export function Counters({ counts: { users, brands, questionCount, totalResponses } }: { counts: Counts }) {
  return (
    <div className={classes.counters}>
      <Counter title="Utilisateurs" total={users.total}>
        <StatusCounts screen="signups" counts={users} />
      </Counter>
      <Counter title="Marques" total={brands.total}>
        <StatusCounts screen="brands" counts={brands} />
      </Counter>
      <Counter title="Questions" total={questionCount}>
        <Link to={screenAddress("questionnaire")}>Modifier le questionnaire</Link>
      </Counter>
      <Counter title="Réponses" total={totalResponses}>
        Toutes questions confondues
      </Counter>
    </div>
  );
}

function Counter({ title, total, children }: { title: string; total: number; children: ReactNode }) {
  const id = useId();
  return (
    <Paper component="section" withBorder className={classes.counter ?? ""} aria-labelledby={id}>
      <Title order={2} className={classes.counterTitle ?? ""} id={id}>
        {title}
      </Title>
      <p className={classes.figure}>{formatNumber(total)}</p>
      <div className={classes.counterDetails}>{children}</div>
    </Paper>
  );
}

type StatusCountsProps = { screen: "signups" | "brands"; counts: Overview["users"] };

function StatusCounts({ screen, counts }: StatusCountsProps) {
  return (
    <>
      <Link to={`${screenAddress(screen)}?status=pending`}>{formatNumber(counts.pending)} en attente</Link>
      <Link to={`${screenAddress(screen)}?status=approved`}>
        {formatNumber(counts.approved)} {counts.approved < 2 ? "approuvé" : "approuvés"}
        {screen === "brands" && <span className="visually-hidden"> (marques)</span>}
      </Link>
    </>
  );
}
