/** `tenue COMMAND …`: everything an operator does from a shell. In a clone the same commands are npm scripts. */
import { type Command, print, UsageError } from "./commands/command.ts";
import { keepFilesPrivate } from "./lib/data-folder.ts";
import { explainStartFailure } from "./lib/start-failure.ts";

const commands: Record<string, () => Promise<Command>> = {
  admin: async () => (await import("./commands/admin.ts")).admin,
};

const usage = `Usage:
  tenue admin invite EMAIL [--super]       add an administrator, or renew the link
  tenue admin reset-two-factor EMAIL       switch two-factor sign-in off`;

async function run([name = "help", ...args]: string[]): Promise<number> {
  if (["help", "--help", "-h"].includes(name)) {
    print(usage);
    return 0;
  }
  const load = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!load) throw new UsageError(usage);
  return (await load())(args);
}

keepFilesPrivate();
try {
  process.exitCode = await run(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${error instanceof UsageError ? error.message : explainStartFailure(error)}\n`);
  process.exitCode = 1;
}
