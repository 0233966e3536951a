import { Code } from "@mantine/core";
import classes from "./sign-in.module.css";

export function ForgottenPassword() {
  return (
    <details className={classes.aside}>
      <summary>Mot de passe oublié ?</summary>
      <p>
        Demandez un nouveau lien d’activation à un super administrateur : il le trouve dans la gestion des
        utilisateurs. Sur le serveur, la commande <Code>npm run admin -- invite votre@email</Code> en donne un
        aussi.
      </p>
    </details>
  );
}
