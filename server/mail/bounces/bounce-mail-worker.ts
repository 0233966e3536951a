/** The entry point of the thread that parses the mail in the bounce mailbox. */
import { answerTasks } from "#server/lib/task-thread.ts";
import { readMail } from "./bounce-reader.ts";

const bounceMailTasks = { readMail };
export type BounceMailTasks = typeof bounceMailTasks;

answerTasks(bounceMailTasks);
