import { answerForOthers } from "../../api/readers/reader";
import { openService } from "../../api/service";
import { readConfig } from "../../config";
import { openLog } from "../../log";
import { apiOptions } from "../api-options";
import { logRejections } from "../service";

const log = openLog("api");
logRejections(log);
const stop = new AbortController();
await answerForOthers(
  () => openService(apiOptions(readConfig(process.env), { log, signal: stop.signal })),
  log,
);
stop.abort();
