/** The entry point of the worker threads that sanitise and style the HTML of e-mails. */
import { answerTasks } from "#server/lib/task-thread.ts";
import { mailHtmlTasks } from "./mail-html-tasks.ts";

answerTasks(mailHtmlTasks);
