import { findTopics, helpTopics } from "#web/admin/features/help/help-topics.ts";

/** `mention`: what in the topic is about it, where the topic as a whole is not. */
type FoundHelp = { id: string; title: string; mention?: string };

const shortestMention = 2;
const mentionsShown = 4;

/** What the palette offers of the help: topics about what is typed, then the first ones that mention it. Nothing typed: none. */
export function findHelp(typed: string): FoundHelp[] {
  const text = typed.trim();
  if (text === "") return [];
  const found = findTopics(text);
  const about = found.filter((topic) => helpTopics.includes(topic));
  const mentions = found.filter((topic) => !about.includes(topic));
  return [
    ...about.map(({ id, title }) => ({ id, title })),
    ...mentions
      .slice(0, text.length < shortestMention ? 0 : mentionsShown)
      .map(({ id, title, entries }) => ({ id, title, ...(entries[0] && { mention: entries[0].term }) })),
  ];
}
