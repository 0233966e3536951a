import { HelpBox } from "#web/admin/mail-kit/help-box.tsx";

export function SendingHelp() {
  return (
    <HelpBox title="Comment partent les e-mails">
      <p>
        L’envoi passe par le fournisseur choisi dans « Réglages e-mail » : un script PHP sur votre serveur de
        messagerie, un serveur SMTP ou SendGrid.
      </p>
      <p>
        Le serveur envoie les messages l’un après l’autre. Vous pouvez fermer cette page : l’envoi continue,
        et vous le retrouvez ici.
      </p>
      <p>
        Chaque actualité porte un lien de désinscription, et ne part à personne qui s’est désinscrit
        entre-temps.
      </p>
      <p>Une même adresse ne reçoit le message qu’une fois, même inscrite deux fois.</p>
    </HelpBox>
  );
}
