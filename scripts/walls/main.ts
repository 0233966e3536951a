import { checkWalls } from "./check-walls.ts";
import { measure } from "./measures.ts";
import { readProject } from "./project-sources.ts";

const files = readProject();
if (process.argv.includes("--measure")) {
  for (const [name, value] of Object.entries(measure(files))) console.log(`${name}: ${value}`);
} else {
  const violations = checkWalls(files);
  for (const { from, to, why } of violations) console.error(`${from} → ${to}\n  ${why}`);
  process.exitCode = violations.length === 0 ? 0 : 1;
}
