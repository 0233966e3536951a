export type RequestEnv = { Variables: { requestId: string } };
