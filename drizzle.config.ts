/** The configuration of drizzle-kit, which `npm run generate` installs in a separate folder (tools/workshop). */
export default {
  dialect: "postgresql",
  schema: "./db/schema.ts",
  out: "./db/migrations",
};
