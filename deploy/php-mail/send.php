<?php

declare(strict_types=1);

/**
 * Sends the e-mails of Tenue from a shared web host, through the host's own mail service.
 * How to install it: README.md beside this file. PHP 8.0 or later, no extension needed.
 *
 * POST { to, subject, html, text, from: "Name <address>", emailLogId, replyTo?, headers?, returnPath? } with "Authorization: Bearer <secret>"
 *   → 200 { success: true, message } or 4xx/5xx { success: false, error }
 * GET with the same header → 200 { success: true, message, headers }: the script is there, the secret is right, and these header
 *   fields are passed on. News are sent only through a script that names those for leaving.
 */

const MAX_BODY_BYTES = 12 * 1024 * 1024;

/** Header fields that a message may bring, by their names in lower case; any other is refused. */
const EXTRA_HEADERS = [
    'auto-submitted' => 'Auto-Submitted',
    'feedback-id' => 'Feedback-ID',
    'list-id' => 'List-Id',
    'list-unsubscribe' => 'List-Unsubscribe',
    'list-unsubscribe-post' => 'List-Unsubscribe-Post',
];
/** RFC 5322 allows 998 characters in a line; PHP does not fold what it is given. */
const MAX_HEADER_BYTES = 900;

main();

function main(): void
{
    $config = read_config();
    if ($config === null) {
        answer(503, ['success' => false, 'error' => 'Script non configuré : voir send.config.php']);
        return;
    }
    if (!is_authorised($config['secret'])) {
        answer(401, ['success' => false, 'error' => 'Secret refusé']);
        return;
    }
    $method = $_SERVER['REQUEST_METHOD'] ?? '';
    if ($method === 'GET') {
        answer(200, ['success' => true, 'message' => 'Prêt', 'headers' => array_values(EXTRA_HEADERS)]);
        return;
    }
    if ($method !== 'POST') {
        header('Allow: GET, POST');
        answer(405, ['success' => false, 'error' => 'POST attendu']);
        return;
    }
    try {
        send_message(read_message(), $config['sender_domain']);
        answer(200, ['success' => true, 'message' => 'Email envoyé']);
    } catch (InvalidArgumentException $problem) {
        answer(400, ['success' => false, 'error' => $problem->getMessage()]);
    } catch (RuntimeException $problem) {
        // Tried again later. 503 would pause the whole campaign for what may concern one message.
        answer(429, ['success' => false, 'error' => $problem->getMessage()]);
    }
}

/** The configuration: environment variables, or a file beside this one that returns an array. */
function read_config(): ?array
{
    $file = __DIR__ . '/send.config.php';
    $config = is_file($file) ? require $file : [
        'secret' => getenv('PHP_MAIL_SECRET') ?: '',
        'sender_domain' => getenv('PHP_MAIL_SENDER_DOMAIN') ?: '',
    ];
    $complete = is_array($config)
        && is_string($config['secret'] ?? null) && strlen($config['secret']) >= 16
        && is_string($config['sender_domain'] ?? null) && $config['sender_domain'] !== '';
    return $complete ? $config : null;
}

/** Compared in constant time. Some hosts hand the header over under another name. */
function is_authorised(string $secret): bool
{
    $header = $_SERVER['HTTP_AUTHORIZATION'] ?? $_SERVER['REDIRECT_HTTP_AUTHORIZATION'] ?? '';
    return is_string($header) && hash_equals("Bearer $secret", $header);
}

function read_message(): array
{
    $type = strtolower(trim(explode(';', $_SERVER['CONTENT_TYPE'] ?? '')[0]));
    if ($type !== 'application/json') {
        throw new InvalidArgumentException('Le contenu doit être en JSON');
    }
    $body = file_get_contents('php://input', false, null, 0, MAX_BODY_BYTES + 1);
    if ($body === false || strlen($body) > MAX_BODY_BYTES) {
        throw new InvalidArgumentException('Le contenu est trop volumineux');
    }
    $message = json_decode($body, true, 8);
    if (!is_array($message)) {
        throw new InvalidArgumentException('JSON illisible');
    }
    foreach (['to', 'subject', 'html', 'from'] as $field) {
        if (!is_string($message[$field] ?? null) || $message[$field] === '') {
            throw new InvalidArgumentException("Champ manquant : $field");
        }
    }
    return $message;
}

function send_message(array $message, string $sender_domain): void
{
    $to = checked_address($message['to'], 'destinataire');
    [$name, $from] = checked_sender($message['from'], $sender_domain);
    $subject = single_line($message['subject'], 'objet');
    $log_id = is_string($message['emailLogId'] ?? null) ? $message['emailLogId'] : '';
    $id = preg_match('/^[0-9a-f-]{36}$/i', $log_id) === 1 ? strtolower($log_id) : bin2hex(random_bytes(16));
    $text = is_string($message['text'] ?? null) ? $message['text'] : trim(strip_tags($message['html']));
    [$content_type, $body] = mime_body($message['html'], $text);

    $headers = [
        'From' => ($name === '' ? '' : encoded_words($name) . ' ') . "<$from>",
        'Date' => date('r'),
        'Message-ID' => "<$id@$sender_domain>",
        'MIME-Version' => '1.0',
        'Content-Type' => $content_type,
    ] + reply_header($message) + extra_headers($message);
    $return_path = return_path($message['returnPath'] ?? $from, $sender_domain);
    if (!mail($to, encoded_words($subject), $body, $headers, "-f$return_path")) {
        throw new RuntimeException('Le serveur de messagerie de l’hébergeur a refusé le message');
    }
}

/** The envelope's sender, which gets the bounces. Empty: none, so that no bounce repeats a personal link. */
function return_path(mixed $address, string $sender_domain): string
{
    if ($address === '') {
        return '<>';
    }
    if (!is_string($address) || !is_own_address($address, $sender_domain)) {
        throw new InvalidArgumentException('Adresse de retour non autorisée');
    }
    return $address;
}

/** @return array<string, string> */
function reply_header(array $message): array
{
    $reply_to = $message['replyTo'] ?? null;
    if ($reply_to === null) {
        return [];
    }
    if (!is_string($reply_to)) {
        throw new InvalidArgumentException('Adresse email invalide : réponse');
    }
    return ['Reply-To' => '<' . checked_address($reply_to, 'réponse') . '>'];
}

/** @return array<string, string> */
function extra_headers(array $message): array
{
    $given = $message['headers'] ?? [];
    if (!is_array($given)) {
        throw new InvalidArgumentException('En-têtes illisibles');
    }
    $headers = [];
    foreach ($given as $name => $value) {
        $known = EXTRA_HEADERS[strtolower((string) $name)] ?? null;
        if ($known === null || !is_string($value)) {
            throw new InvalidArgumentException('En-tête non autorisé');
        }
        $line = single_line($value, $known);
        if (strlen($line) > MAX_HEADER_BYTES || preg_match('/^[\x20-\x7E]*$/', $line) !== 1) {
            throw new InvalidArgumentException("Caractères interdits : $known");
        }
        $headers[$known] = $line;
    }
    return $headers;
}

function checked_address(string $address, string $what): string
{
    $plain = single_line($address, $what);
    if (strlen($plain) > 254 || filter_var($plain, FILTER_VALIDATE_EMAIL, FILTER_FLAG_EMAIL_UNICODE) === false) {
        throw new InvalidArgumentException("Adresse email invalide : $what");
    }
    return $plain;
}

/** @return array{string, string} the name and the address; only addresses of the configured domain may send */
function checked_sender(string $from, string $sender_domain): array
{
    $plain = single_line($from, 'expéditeur');
    if (preg_match('/^(.*?)\s*<([^<>]+)>$/u', $plain, $parts) !== 1) {
        $parts = ['', '', $plain];
    }
    if (!is_own_address($parts[2], $sender_domain)) {
        throw new InvalidArgumentException('Expéditeur non autorisé');
    }
    return [trim($parts[1], " \t\""), $parts[2]];
}

/** Whether an address is of the configured domain and has nothing that a command line could misread. */
function is_own_address(string $address, string $sender_domain): bool
{
    $is_plain = preg_match('/^[a-z0-9][a-z0-9._+-]{0,63}@[a-z0-9.-]+$/iD', $address) === 1;
    return $is_plain && strtolower(substr(strrchr($address, '@') ?: '@', 1)) === strtolower($sender_domain);
}

/** A line break or another control character in a header field would add header fields of the caller's. */
function single_line(string $value, string $what): string
{
    if (preg_match('/[\x00-\x1F\x7F]/', $value) === 1 || preg_match('//u', $value) !== 1) {
        throw new InvalidArgumentException("Caractères interdits : $what");
    }
    return trim($value);
}

/** RFC 2047: words of at most 75 characters, never cut inside a character. */
function encoded_words(string $text): string
{
    if (preg_match('/^[A-Za-z0-9 .\'-]*$/', $text) === 1) {
        return $text;
    }
    $words = [''];
    foreach (preg_split('//u', $text, -1, PREG_SPLIT_NO_EMPTY) ?: [] as $character) {
        if (strlen(end($words) . $character) > 45) {
            $words[] = '';
        }
        $words[array_key_last($words)] .= $character;
    }
    return implode("\r\n ", array_map(fn (string $word): string => '=?UTF-8?B?' . base64_encode($word) . '?=', $words));
}

/** @return array{string, string} content type and body: text and HTML, with the pictures that the HTML carries inside */
function mime_body(string $html, string $text): array
{
    $pictures = [];
    $html = preg_replace_callback(
        '~(<img\b[^>]*?\ssrc=")data:(image/(?:png|jpe?g|gif|webp));base64,([A-Za-z0-9+/=]+)"~i',
        function (array $found) use (&$pictures): string {
            $content = base64_decode($found[3], true);
            if ($content === false) {
                return $found[0];
            }
            $id = substr(hash('sha256', $content), 0, 32) . '@mail';
            $pictures[$id] = [strtolower($found[2]), $content];
            return "{$found[1]}cid:$id\"";
        },
        $html
    ) ?? $html;

    $alternative = multipart('alternative', [
        mime_part('text/plain; charset=utf-8', $text),
        mime_part('text/html; charset=utf-8', $html),
    ]);
    if ($pictures === []) {
        return $alternative;
    }
    $parts = ["Content-Type: {$alternative[0]}\r\n\r\n{$alternative[1]}"];
    foreach ($pictures as $id => [$type, $content]) {
        $parts[] = mime_part($type, $content, "Content-ID: <$id>\r\nContent-Disposition: inline\r\n");
    }
    return multipart('related', $parts);
}

function mime_part(string $type, string $content, string $headers = ''): string
{
    return "Content-Type: $type\r\n{$headers}Content-Transfer-Encoding: base64\r\n\r\n" . chunk_split(base64_encode($content));
}

/** @return array{string, string} */
function multipart(string $kind, array $parts): array
{
    $boundary = '=_' . bin2hex(random_bytes(16));
    $body = implode('', array_map(fn (string $part): string => "--$boundary\r\n$part\r\n", $parts));
    return ["multipart/$kind; boundary=\"$boundary\"", "$body--$boundary--\r\n"];
}

function answer(int $status, array $body): void
{
    http_response_code($status);
    header('Content-Type: application/json; charset=utf-8');
    header('Cache-Control: no-store');
    echo json_encode($body, JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES);
}
