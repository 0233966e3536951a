import { matchesText } from "#web/admin/ui/text-match.ts";
import { accountsTopic } from "./topics/accounts.ts";
import { defenceStates } from "./topics/defence-states.ts";
import { domainStates } from "./topics/domain-states.ts";
import { firstStepsTopic } from "./topics/first-steps.ts";
import { keysTopic } from "./topics/keys.ts";
import { lawTopic } from "./topics/law.ts";
import { listsTopic } from "./topics/lists.ts";
import { mailTopic } from "./topics/mail.ts";
import { addressStates, requestStates } from "./topics/privacy-states.ts";
import { questionnaireTopic } from "./topics/questionnaire.ts";
import { serverStates } from "./topics/server-states.ts";
import { campaignStates, messageStates, signupStates } from "./topics/states.ts";
import { statisticsTopic } from "./topics/statistics.ts";
import type { HelpTopic } from "./topics/topic.ts";
import { writingTopic } from "./topics/writing.ts";

/** What the page 'Aide' tells, in its order; the palette searches it too. */
export const helpTopics: HelpTopic[] = [
  firstStepsTopic,
  keysTopic,
  questionnaireTopic,
  signupStates,
  listsTopic,
  statisticsTopic,
  writingTopic,
  messageStates,
  campaignStates,
  mailTopic,
  addressStates,
  domainStates,
  defenceStates,
  serverStates,
  requestStates,
  accountsTopic,
  lawTopic,
];

/** Topics with what matches in them: all of one whose title or words match, otherwise the entries that do, without its picture. */
export function findTopics(typed: string): HelpTopic[] {
  return helpTopics.flatMap((topic) => {
    if (matchesText(`${topic.title} ${topic.words}`, typed)) return topic;
    const entries = topic.entries.filter(({ term, text }) => matchesText(`${term} ${text}`, typed));
    const { picture: _ofTheWhole, ...told } = topic;
    return entries.length === 0 ? [] : { ...told, entries };
  });
}
