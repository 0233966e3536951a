import { matchesText } from "#web/admin/ui/text-match.ts";
import { firstStepsTopic } from "./topics/first-steps.ts";
import { keysTopic } from "./topics/keys.ts";
import { lawTopic } from "./topics/law.ts";
import { mailTopic } from "./topics/mail.ts";
import { questionnaireTopic } from "./topics/questionnaire.ts";
import { campaignStates, messageStates, signupStates } from "./topics/states.ts";
import { statisticsTopic } from "./topics/statistics.ts";
import type { HelpTopic } from "./topics/topic.ts";
import { writingTopic } from "./topics/writing.ts";

/** What the page 'Aide' tells, in its order; the palette finds each by its title and words. */
export const helpTopics: HelpTopic[] = [
  firstStepsTopic,
  keysTopic,
  questionnaireTopic,
  signupStates,
  statisticsTopic,
  writingTopic,
  messageStates,
  campaignStates,
  mailTopic,
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
