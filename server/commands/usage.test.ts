import { expect, test } from "vitest";
import { admin } from "./admin.ts";
import { backup } from "./backup.ts";
import { check } from "./check.ts";
import { UsageError } from "./command.ts";
import { move } from "./move.ts";
import { restore } from "./restore.ts";

test.each([
  [admin, [], "tenue admin invite EMAIL [--super]"],
  [admin, ["unknown", "moi@tenue.example"], "tenue admin invite EMAIL [--super]"],
  [admin, ["invite", "no address"], "tenue admin invite EMAIL [--super]"],
  [admin, ["invite", "a@b.fr", "--boss"], "tenue admin invite EMAIL [--super]"],
  [backup, ["a", "b"], "tenue backup FILE"],
  [backup, ["--verify"], "tenue backup FILE"],
  [backup, ["--kind", "weekly"], "tenue backup FILE"],
  [check, ["--all"], "tenue check [--json]"],
  [move, [], "tenue move --to URL"],
  [restore, [], "tenue restore FILE"],
])("%o answers the arguments %o with its usage", async (command, args, line) => {
  const outcome = await command(args).catch((error) => error);
  expect(outcome).toBeInstanceOf(UsageError);
  expect(outcome.message).toContain(line);
});
