import { HelpBox } from "#web/admin/mail-kit/help-box.tsx";

export function SettingsHelp() {
  return (
    <HelpBox title="Mettre en place l’envoi">
      <ul>
        <li>Renseignez l’expéditeur avec une adresse de votre domaine.</li>
        <li>
          Choisissez un fournisseur. Pour SMTP, votre hébergeur vous donne le serveur, le port (souvent 587)
          et les identifiants.
        </li>
        <li>Pour SendGrid, créez une clé d’API limitée à l’envoi d’e-mails.</li>
        <li>Enregistrez, testez la connexion, puis envoyez-vous un e-mail de test.</li>
        <li>Quand tout est juste, coupez le mode simulation.</li>
      </ul>
      <p>
        Pour que vos messages arrivent, faites vérifier votre domaine dans l’onglet
        «&nbsp;Domaine&nbsp;»&nbsp;: il dit quoi publier dans les DNS.
      </p>
    </HelpBox>
  );
}
