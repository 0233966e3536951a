/** For drizzle-kit, which `npm run generate` installs apart (tools/workshop). */
export default {
  dialect: "postgresql",
  schema: "./db/schema.ts",
  out: "./db/migrations",
};
