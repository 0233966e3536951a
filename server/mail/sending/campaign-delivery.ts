import { emailMessages } from "#contract/email.ts";
import { resultOf, untriedResult } from "./delivery.rules.ts";
import { type CampaignWatch, type LaneQueue, type Pace, runLane } from "./lane.ts";
import { tryToSend } from "./message-sender.ts";
import { tickMs, type WorkerContext } from "./worker-context.ts";

const simulationStarted = "Le mode simulation a été activé pendant l’envoi.";
const outcomesUnknown = `Trois messages de suite sont «\u00a0${emailMessages.interrupted}\u00a0»\u00a0: le serveur d’envoi ne dit pas s’il les a pris. Testez la connexion (Réglages e-mail, onglet Paramètres), puis reprenez l’envoi.`;

/** Sends the running campaigns one after the other, oldest first. */
export async function sendCampaigns(context: WorkerContext): Promise<void> {
  for (const id of await context.campaigns.running()) {
    const { parallelism } = await context.sender.settings();
    const end = await context.leaseAs(id, (leaseholder) =>
      runLane(
        {
          ...context,
          queue: context.laneQueue(leaseholder, { campaignId: id }),
          pace: createPace(context, id),
          pause: context.pauseUntilWoken,
        },
        { campaign: watchOf(context, id), parallelism },
      ),
    );
    if (end === "empty") await context.campaigns.completeIfDone(id);
  }
}

/** Probes the server of each campaign that paused itself and whose next attempt is due. */
export async function tryServers(context: WorkerContext): Promise<void> {
  const { campaigns, signal } = context;
  for (
    let id = await campaigns.takeProbe();
    id !== null && !signal.aborted;
    id = await campaigns.takeProbe()
  ) {
    await noteProbe(context, id, await probeServer(context, id));
  }
}

async function probeServer(context: WorkerContext, campaignId: string): Promise<ProbeEnd> {
  const { simulationMode } = await context.sender.settings();
  if (simulationMode) return "simulated";
  return context.leaseAs(`probe ${campaignId}`, (leaseholder) => {
    const queue = context.laneQueue(leaseholder, { campaignId, probe: true });
    return probe(context, queue).finally(queue.release);
  });
}

async function noteProbe({ campaigns, signal }: WorkerContext, id: string, end: ProbeEnd): Promise<void> {
  if (end === "reached") await campaigns.noteReached(id);
  else if (end === "simulated") await campaigns.pause(id, simulationStarted);
  else if (end === "nothing waits") await campaigns.completeIfDone(id);
  else if (!signal.aborted) await campaigns.noteFailedProbe(id, end.unreachable);
}

function watchOf({ campaigns }: WorkerContext, id: string): CampaignWatch {
  return {
    unreachable: (reason, nextAttemptAt) => campaigns.noteUnreachable(id, reason, nextAttemptAt),
    outage: (reason) => campaigns.pauseUntilReached(id, reason),
    reached: () => campaigns.noteReached(id),
    simulated: () => campaigns.pause(id, simulationStarted),
    uncertainOutcomes: campaigns.uncertainOutcomesOf(id),
    uncertain: (reason) => campaigns.pause(id, `${outcomesUnknown} ${reason}`),
  };
}

/** Makes the pauses between messages. A pause follows changed settings, and ends early when the campaign stops running. */
function createPace({ sender, campaigns, signal, pause }: WorkerContext, campaignId: string): Pace {
  const pauseMs = () => sender.current()?.pauseMs ?? 0;
  return {
    isNeeded: () => pauseMs() > 0,
    async wait() {
      const begin = performance.now();
      const left = () => pauseMs() - (performance.now() - begin);
      await pause(Math.min(left(), tickMs));
      while (left() > 0 && !signal.aborted && (await campaigns.isRunning(campaignId))) {
        await sender.settings();
        await pause(Math.min(left(), tickMs));
      }
    },
  };
}

/** The outcome of a probe of the server; its message is recorded like any other. */
type ProbeEnd = "reached" | "simulated" | "nothing waits" | { unreachable: string };

/** Sends one message of a campaign that paused itself, to find out whether its server can be reached. */
async function probe(context: WorkerContext, queue: LaneQueue): Promise<ProbeEnd> {
  const message = await queue.next();
  if (!message) return "nothing waits";
  const outcome = await tryToSend(context, message);
  if (outcome.type === "simulated") {
    await queue.record(untriedResult(message.id));
    return "simulated";
  }
  await queue.record(resultOf(message, outcome, { keepWaiting: true, now: context.now() }));
  return outcome.type === "unreachable" ? { unreachable: outcome.message } : "reached";
}
