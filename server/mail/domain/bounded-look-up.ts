import type { DnsAnswer, LookUp } from "#server/lib/dns-lookup.ts";

/** Asks each question once, and not at all any more when the time is up: what is not answered by then is unanswered. */
export function boundedLookUp(lookUp: LookUp, signal: AbortSignal): LookUp {
  const answers = new Map<string, Promise<DnsAnswer>>();
  const late = new Promise<DnsAnswer>((resolve) => {
    const end = () => resolve({ type: "unanswered" });
    if (signal.aborted) end();
    else signal.addEventListener("abort", end, { once: true });
  });
  return (name, type) => {
    const question = `${type} ${name.toLowerCase()}`;
    const answer = answers.get(question) ?? Promise.race([lookUp(name, type), late]);
    answers.set(question, answer);
    return signal.aborted ? late : answer;
  };
}
