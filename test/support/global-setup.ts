import { createTemplate, ensureSnapshot, snapshotVariable, templateVariable } from "./test-run.ts";

/** Prepares, once per run, the database that test files copy. Their processes inherit the variable. */
export default async function setUp(): Promise<() => Promise<void>> {
  const serverUrl = process.env.TEST_DATABASE_URL;
  if (serverUrl) {
    const template = await createTemplate(serverUrl);
    process.env[templateVariable] = template.name;
    return template.remove;
  }
  process.env[snapshotVariable] = await ensureSnapshot();
  return async () => undefined;
}
