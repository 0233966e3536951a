import { Paper, Title } from "@mantine/core";
import { Link } from "react-router";
import { screenAddress } from "#web/admin/ui/screen-address.ts";
import { useCurrentAdmin } from "#web/admin/ui/session.api.ts";
import classes from "./dashboard.module.css";

const tasks = [
  {
    screen: "signups",
    verb: "Examiner les inscriptions des utilisateurs",
    rest: "et les approuver ou les rejeter",
  },
  {
    screen: "brands",
    verb: "Examiner les inscriptions des marques",
    rest: "et les approuver ou les rejeter",
  },
  { screen: "questionnaire", verb: "Modifier le questionnaire", rest: "que remplissent les visiteurs" },
  {
    screen: "email-sender",
    verb: "Envoyer des e-mails",
    rest: "à tous les inscrits, ou à une partie d’entre eux",
  },
  { screen: "stats", verb: "Consulter les statistiques", rest: "des inscriptions et des réponses" },
  { screen: "emails", verb: "Régler l’envoi des e-mails", rest: "et relire l’historique" },
];
const superAdminTask = {
  screen: "users",
  verb: "Gérer les administrateurs",
  rest: "qui ont accès à cet espace",
};

/** The admin's tasks, each with the way to it. */
export function Welcome() {
  const { isSuperAdmin } = useCurrentAdmin();
  return (
    <Paper component="section" withBorder className={classes.panel ?? ""} aria-labelledby="welcome-title">
      <Title order={2} size="h3" id="welcome-title">
        Bienvenue dans l’espace d’administration
      </Title>
      <p className={classes.about}>Depuis cet espace, vous pouvez :</p>
      <ul className={classes.tasks}>
        {[...tasks, ...(isSuperAdmin ? [superAdminTask] : [])].map(({ screen, verb, rest }) => (
          <li key={screen}>
            <Link to={screenAddress(screen)}>{verb}</Link> {rest}
          </li>
        ))}
      </ul>
    </Paper>
  );
}
