import { expect, test } from "vitest";
import { frenchReason, frenchSentence, systemMessage } from "./operator-error.ts";

test.each([
  ["connect ECONNREFUSED 127.0.0.1:5432", "la connexion est refusée"],
  ["getaddrinfo ENOTFOUND tenue.example", "ce nom est introuvable dans le DNS"],
  ["getaddrinfo EAI_AGAIN tenue.example", "le service de noms (DNS) ne répond pas"],
  ["connect ETIMEDOUT 192.0.2.1:443", "le délai est dépassé"],
  ["EACCES: permission denied, open '/srv/sauvegardes/a.tenue'", "l’accès est refusé"],
  ["ENOSPC: no space left on device, write", "il n’y a plus de place sur le disque"],
  ["No space left on device", "il n’y a plus de place sur le disque"],
  ["EROFS: read-only file system, open 'a'", "le disque est en lecture seule"],
  ["ENOENT: no such file or directory, scandir 'a'", "le fichier ou le dossier est introuvable"],
  ["sh: 1: rclone: command not found", "la commande est introuvable"],
  ["spawn /opt/my tools/rclone ENOENT", "la commande est introuvable"],
  ['database "tenue" does not exist', "cette base de données n’existe pas"],
  ["CERT_HAS_EXPIRED", "le certificat n’est pas valable"],
  ["DEPTH_ZERO_SELF_SIGNED_CERT", "le certificat n’est pas valable"],
  ["read ECONNRESET", "la connexion a été coupée"],
  ['password authentication failed for user "tenue"', "l’identifiant ou le mot de passe est refusé"],
  ["sorry, too many clients already", "la base n’accepte plus de connexions"],
  ["no bucket", "erreur imprévue"],
])("%s is translated into French, followed by the system's words", (words, phrase) => {
  expect(frenchReason(words)).toBe(`${phrase} (${words})`);
});

test("a whole sentence begins with a capital and ends with a full stop", () => {
  expect(frenchSentence("read ECONNRESET")).toBe("La connexion a été coupée (read ECONNRESET).");
});

test("only the first line of the innermost cause is used", () => {
  const cause = new Error("connect ECONNREFUSED 127.0.0.1:5432\n    at somewhere");
  expect(systemMessage(new Error("Failed query: select 1", { cause }))).toBe(
    "connect ECONNREFUSED 127.0.0.1:5432",
  );
  expect(systemMessage(new AggregateError([cause]))).toBe("connect ECONNREFUSED 127.0.0.1:5432");
  expect(systemMessage(Object.assign(new Error(""), { code: "ECONNREFUSED" }))).toBe("ECONNREFUSED");
  expect(systemMessage("no words")).toBe("no words");
});
