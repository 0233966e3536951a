INSERT INTO email_templates (event, name, subject, content, is_active) VALUES
('signup', 'Confirmation d''inscription', 'Votre inscription à la bêta est enregistrée',
'<p>Bonjour,</p>
<p>Merci pour votre inscription à la bêta de Tenue&nbsp;: nous avons bien reçu votre demande et vous contacterons bientôt.</p>
<p>Si vous n’êtes pas à l’origine de cette inscription, répondez simplement à ce message&nbsp;: nous l’effacerons.</p>
<p>À bientôt,<br>L’équipe Tenue</p>', true),
('approved', 'Inscription approuvée', 'Bienvenue dans la bêta de Tenue',
'<p>Bonjour {{firstName}},</p>
<p>Bonne nouvelle&nbsp;: votre inscription à la bêta de Tenue est approuvée. Nous vous écrirons dès que votre accès est ouvert.</p>
<p>À très bientôt,<br>L’équipe Tenue</p>', true),
('rejected', 'Inscription refusée', 'Votre inscription à la bêta de Tenue',
'<p>Bonjour {{firstName}},</p>
<p>Nous vous remercions de votre intérêt pour Tenue. Nous ne pouvons pas retenir votre inscription à cette bêta, dont les places sont comptées.</p>
<p>Au plaisir de vous retrouver au lancement,<br>L’équipe Tenue</p>', false);
