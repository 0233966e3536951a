CREATE TABLE "mail_purges" (
	"kind" text PRIMARY KEY NOT NULL,
	"last_created_at" timestamp (3) with time zone NOT NULL,
	"last_id" uuid NOT NULL
);
--> statement-breakpoint
CREATE INDEX "email_log_erased" ON "email_log" USING btree ("erased_at") WHERE erased_at is not null and mailbox_key <> '';--> statement-breakpoint
CREATE INDEX "journal_entries_named" ON "journal_entries" USING btree ("id") WHERE details ? 'email';