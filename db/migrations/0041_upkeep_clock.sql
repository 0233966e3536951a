CREATE TABLE "upkeep_clock" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "upkeep_clock_single" CHECK ("upkeep_clock"."id" = 1)
);
