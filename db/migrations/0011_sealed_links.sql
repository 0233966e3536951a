-- Personal links used to stand sealed in the log. They are made when the message leaves now: what waited with one has failed,
-- and nothing that could be opened remains.
UPDATE email_log
SET content = '<p>Ce message contenait un lien personnel.</p>',
  status = CASE WHEN status = 'pending' THEN 'failed' ELSE status END,
  error_message = CASE WHEN status = 'pending' THEN 'Ce lien n’est plus valable : demandez-en un nouveau.' ELSE error_message END,
  leased_by = NULL, leased_until = NULL
WHERE content LIKE 'sealed:%';
