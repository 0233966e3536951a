import { readMail } from "./bounce-reader.ts";

export const bounceMailTasks = { readMail };
export type BounceMailTasks = typeof bounceMailTasks;
