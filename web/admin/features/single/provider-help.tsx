import { HelpBox } from "#web/admin/mail-kit/help-box.tsx";

export function ProviderHelp() {
  return (
    <HelpBox title="Configurer un fournisseur d’e-mails">
      <p>
        Pour qu’un e-mail individuel arrive à coup sûr, passez par un fournisseur d’e-mails transactionnels :
      </p>
      <ul>
        <li>un compte SMTP chez votre hébergeur ou un service comme Brevo ou Mailjet ;</li>
        <li>ou SendGrid, avec une clé d’API limitée à l’envoi.</li>
      </ul>
      <p>
        Renseignez-le dans l’écran « Réglages e-mail », testez la connexion, puis coupez le mode simulation.
        Chaque e-mail envoyé se retrouve dans l’historique.
      </p>
    </HelpBox>
  );
}
