import { Badge, Paper, Title } from "@mantine/core";
import { type ReactNode, useId } from "react";
import { Link } from "react-router";
import { signUpPath } from "#contract/signup-path.ts";
import type { Overview, WaitingSignup } from "#contract/stats.schema.ts";
import { listAddress } from "#web/admin/ui/list-address.ts";
import { screenAddress } from "#web/admin/ui/screen-address.ts";
import { formatCount, formatDateTime, formatName, formatNumber } from "#web/lib/format.ts";
import classes from "./dashboard.module.css";

const lists = {
  user: { screen: "signups", badge: "Utilisateur" },
  brand: { screen: "brands", badge: "Marque" },
} as const;

/** The sign-ups that have waited longest for a decision. */
export function WaitingSignups({ overview: { waiting, users, brands } }: { overview: Overview }) {
  return (
    <Paper component="section" withBorder className={classes.panel ?? ""} aria-labelledby="waiting-title">
      <Title order={2} size="h3" id="waiting-title">
        À décider
      </Title>
      {waiting.length === 0 ? (
        <p className={classes.about}>
          Aucune inscription n’attend de décision.{" "}
          {users.total + brands.total === 0 ? (
            <a href={signUpPath("user")} target="_blank" rel="noopener">
              Voir le formulaire d’inscription<span className="visually-hidden"> (nouvel onglet)</span>
            </a>
          ) : (
            <Link to={screenAddress("signups")}>Voir les inscriptions</Link>
          )}
        </p>
      ) : (
        <>
          <ol className={classes.waiting}>
            {waiting.map((signup) => (
              <WaitingRow key={signup.id} signup={signup} />
            ))}
          </ol>
          <p className={classes.all}>
            {users.pending > 0 && (
              <Link to={pendingAddress("user")}>{formatCount(users.pending, "utilisateur")} en attente</Link>
            )}
            {brands.pending > 0 && (
              <Link to={pendingAddress("brand")}>{formatCount(brands.pending, "marque")} en attente</Link>
            )}
          </p>
        </>
      )}
    </Paper>
  );
}

function WaitingRow({ signup }: { signup: WaitingSignup }) {
  return (
    <li>
      <Link
        to={`${pendingAddress(signup.audience)}&signup=${signup.id}`}
        className={classes.waitingName ?? ""}
      >
        {formatName(signup)}
      </Link>
      <Badge variant="default" size="sm">
        {lists[signup.audience].badge}
      </Badge>
      <time className={classes.since} dateTime={signup.createdAt}>
        {formatDateTime(signup.createdAt)}
      </time>
    </li>
  );
}

function pendingAddress(audience: WaitingSignup["audience"]): string {
  return listAddress(audience, { status: "pending", order: "asc" });
}

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
      {counts.invited > 0 && (
        <Link to={`${screenAddress(screen)}?invitation=any`}>
          {formatCount(counts.invited, "invité")}, {formatCount(counts.redeemed, "entré")}
          {screen === "brands" && <span className="visually-hidden"> (marques)</span>}
        </Link>
      )}
    </>
  );
}
