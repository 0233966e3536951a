import { startHome } from "./home/start-home.ts";

startHome(new AbortController().signal);
