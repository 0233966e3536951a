import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { signupStatuses } from "#contract/audience.ts";
import { formatStatus } from "#web/lib/format.ts";
import { helpTopics } from "./help-topics.ts";

/** The id of the help topic that explains the words of each record of labels. */
const explainedIn: Record<string, string> = {
  campaignKindLabels: "campaign-states",
  campaignStatusLabels: "campaign-states",
  deliveryStatusLabels: "webhook-states",
  dkimKeyStateLabels: "domain-states",
  domainVerdictLabels: "domain-states",
  emailEventKindLabels: "address-states",
  emailStatusLabels: "message-states",
  firstStepLabels: "first-steps",
  friendStateLabels: "referral-states",
  importStatusLabels: "import-states",
  invitationStateLabels: "invitation-states",
  kindLabels: "server-states",
  requestKindLabels: "request-states",
  shieldStateLabels: "defence",
  stateVerdictLabels: "server-states",
  suppressionReasonLabels: "address-states",
  waveStatusLabels: "invitation-states",
};

/** Records that name choices, rows and fields: these words need no explanation. */
const noStates = new Set([
  "audienceLabels",
  "domainCheckLabels",
  "emailTypeLabels",
  "heldReasonLabels",
  "invitationFilterLabels",
  "leftOutLabels",
  "periodLabels",
  "placeLabels",
  "providerLabels",
  "recipientTypeLabels",
  "siteImageLabels",
  "speakerLabels",
  "stateLabels",
  "statusFilterLabels",
  "targetTypeLabels",
  "toDoLevelLabels",
  "waveOrderLabels",
  "webhookEventLabels",
  "webhookKindLabels",
]);

const root = join(import.meta.dirname, "../../../..");
const files = ["contract/*.ts", "web/admin/features/**/*-texts.ts"]
  .flatMap((pattern) => globSync(pattern, { cwd: root }))
  .filter((file) => /^export const \w+Labels\b/m.test(readFileSync(join(root, file), "utf8")));

test("the help explains every word of every record of labels that names states", async () => {
  const found: string[] = [];
  for (const file of files) {
    const exported: Record<string, unknown> = await import(join(root, file));
    for (const [name, labels] of Object.entries(exported)) {
      if (!name.endsWith("Labels") || noStates.has(name)) continue;
      found.push(name);
      const terms = termsOf(explainedIn[name]);
      for (const label of Object.values(labels as Record<string, string>))
        expect(terms, `${file}: ${name}`).toContain(label);
    }
  }
  expect(found.toSorted()).toEqual(Object.keys(explainedIn).toSorted());
});

test("the help explains the states that have no record of labels", () => {
  expect(termsOf("signup-states")).toEqual(
    expect.arrayContaining([
      ...signupStatuses.map(formatStatus),
      "Exemple",
      "Adresse confirmée",
      "Doublon",
      "Adresse jetable",
    ]),
  );
  expect(termsOf("message-states")).toContain("Envoi interrompu, à vérifier");
  expect(termsOf("address-states")).toContain("Non vérifié");
  expect(termsOf("accounts")).toContain("En attente d’activation");
});

function termsOf(id: string | undefined): string[] {
  return helpTopics.find((topic) => topic.id === id)?.entries.map(({ term }) => term) ?? [];
}
