import { expect, test } from "vitest";
import { journalActionKeys } from "#contract/journal.ts";
import { subjectLink } from "#web/admin/features/journal/journal-texts.ts";
import { screens } from "./screens.ts";

const subject = "7cb4ff8f-b14c-43c2-bc28-67cc41536093";
const link = (action: string) => subjectLink({ action, subject, details: {} })?.address;

test("every link of the journal leads to an existing screen", () => {
  const paths = new Set(screens.map(({ path }) => path));
  const screensLinked = journalActionKeys.flatMap((action) => {
    const address = link(action);
    return address ? [/dashboard\/([\w-]+)\?/.exec(address)?.[1] ?? ""] : [];
  });
  expect(screensLinked.length).toBeGreaterThan(20);
  for (const path of screensLinked) expect(paths).toContain(path);
});
