import { Paper, Title } from "@mantine/core";
import { useCurrentAdmin } from "#web/admin/ui/session.api.ts";
import classes from "./dashboard.module.css";

/** The admin's tasks in a text; the menu is the way to them. */
export function Welcome() {
  const { isSuperAdmin } = useCurrentAdmin();
  return (
    <Paper component="section" withBorder className={classes.panel ?? ""} aria-labelledby="welcome-title">
      <Title order={2} size="h3" id="welcome-title">
        Bienvenue dans l’espace d’administration
      </Title>
      <p className={classes.about}>
        Depuis cet espace, vous pouvez examiner les inscriptions des utilisateurs et des marques, les
        approuver ou les rejeter, modifier le questionnaire que remplissent les visiteurs, envoyer des e-mails
        aux inscrits, consulter les statistiques, régler l’envoi des e-mails et en relire l’historique
        {isSuperAdmin && ", et gérer les administrateurs qui ont accès à cet espace"}.
      </p>
    </Paper>
  );
}
