/** What every request is given before anything else happens to it. */
export type RequestEnv = { Variables: { requestId: string } };
