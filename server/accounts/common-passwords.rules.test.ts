import { expect, test } from "vitest";
import { isCommonPassword } from "./common-passwords.rules.ts";

test.each([
  "password1234",
  "Password2025!",
  "P@ssw0rd1234",
  "passwordpassword",
  "motdepasse123",
  "MonMotDePasse1",
  "azertyuiop123",
  "azertyazerty",
  "qwertyuiop12",
  "1qaz2wsx3edc",
  "123456789012",
  "012345678910",
  "aaaaaaaaaaaa",
  "abcabcabcabc",
  "abcdefghijkl",
  "iloveyou1234",
  "jetaimejetaime",
  "administrateur",
  "Administrator1",
  "Bienvenue2025",
  "sunshine2024",
  "é".repeat(12),
  "soleil soleil",
  "Marseille13013",
  "correcthorsebatterystaple",
])("%s is refused: attackers try it early", (password) => {
  expect(isCommonPassword(password)).toBe(true);
});

test.each([
  "trois chevaux verts dansent",
  "ma tante cueille des mûres",
  "vT9#qLw2!xRz",
  "🦊🌵🎺🧵🪁🛶🥨🎷🦜🧊🪐🫐",
  "839201748392x",
  "Zr7 lampadaire kz",
  "x".repeat(3) + "Gk2vQ9mWz8pLtRb4nYc6hJd1sFa5eUo0iXq7".repeat(2),
])("%s is accepted", (password) => {
  expect(isCommonPassword(password)).toBe(false);
});
