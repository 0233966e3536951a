/** Entry of the thread that reads foreign mail: reports of mail servers, and whatever else comes to the mailbox. */
import { answerTasks } from "#server/lib/answer-tasks.ts";
import { bounceMailTasks } from "./bounce-mail-tasks.ts";

answerTasks(bounceMailTasks);
