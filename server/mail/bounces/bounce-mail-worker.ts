/** Entry of the thread that parses the mail in the bounce mailbox. */
import { answerTasks } from "#server/lib/answer-tasks.ts";
import { readMail } from "./bounce-reader.ts";

const bounceMailTasks = { readMail };
export type BounceMailTasks = typeof bounceMailTasks;

answerTasks(bounceMailTasks);
