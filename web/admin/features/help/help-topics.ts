import { matchesText } from "#web/admin/ui/search-text.ts";
import {
  accountsTopic,
  firstStepsTopic,
  keysTopic,
  lawTopic,
  listsTopic,
  mailTopic,
  questionnaireTopic,
  statisticsTopic,
  writingTopic,
} from "./topics/guides.ts";
import {
  addressStates,
  campaignStates,
  defenceStates,
  domainStates,
  importStates,
  invitationStates,
  messageStates,
  referralStates,
  requestStates,
  serverStates,
  signupStates,
  webhookStates,
} from "./topics/states.ts";
import type { HelpTopic } from "./topics/topic.ts";

/** The topics of the page 'Aide', in the page's order. The command palette searches them too. */
export const helpTopics: HelpTopic[] = [
  firstStepsTopic,
  keysTopic,
  questionnaireTopic,
  signupStates,
  listsTopic,
  importStates,
  invitationStates,
  referralStates,
  statisticsTopic,
  writingTopic,
  messageStates,
  campaignStates,
  mailTopic,
  addressStates,
  domainStates,
  defenceStates,
  serverStates,
  webhookStates,
  requestStates,
  accountsTopic,
  lawTopic,
];

/** Returns a topic whole when its title or words match, else with its matching entries only. */
export function findTopics(typed: string): HelpTopic[] {
  return helpTopics.flatMap((topic) => {
    if (matchesText(`${topic.title} ${topic.words}`, typed)) return topic;
    const entries = topic.entries.filter(({ term, text }) => matchesText(`${term} ${text}`, typed));
    return entries.length === 0 ? [] : { ...topic, entries };
  });
}
