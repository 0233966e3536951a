/** Campaigns as the worker sees them; the campaigns feature gives it. */
export type CampaignQueue = {
  /** Starts what is due and ends what is simulated. */
  advance(): Promise<void>;
  /** The campaigns that are to be sent now, oldest first. */
  running(): Promise<string[]>;
  isRunning(id: string): Promise<boolean>;
  /** Pauses it until somebody resumes it. */
  pause(id: string, reason: string): Promise<void>;
  /** Says of a running one that no server is reached, and when that is tried again. */
  noteUnreachable(id: string, reason: string, nextAttemptAt: Date): Promise<void>;
  /** Pauses it until a server is reached. */
  pauseUntilReached(id: string, reason: string): Promise<void>;
  /** A server was reached: nothing hinders it any more, and one that waited for this goes on. */
  noteReached(id: string): Promise<void>;
  /** A campaign that paused itself and whose time has come to try the server, for this caller alone; null for none. */
  takeProbe(): Promise<string | null>;
  /** Says why the server was tried in vain. */
  noteFailedProbe(id: string, reason: string): Promise<void>;
  /** Completes a campaign that has nothing waiting any more. */
  settle(id: string): Promise<void>;
};
