CREATE TABLE "answer_count_changes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "answer_count_changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"question_id" uuid NOT NULL,
	"signup_type" text NOT NULL,
	"answer_value" text NOT NULL,
	"delta" integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX "answer_count_changes_question" ON "answer_count_changes" USING btree ("question_id");--> statement-breakpoint
ALTER TABLE "signup_count_changes" DROP COLUMN "responses";