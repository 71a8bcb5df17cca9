import type * as contract from "../../contract/firn/alerts";
import type { Handler } from "../handler";
import { readStatus } from "./status";

export const getAlerts: Handler<typeof contract.getAlerts> = async (request) => ({
  alerts: [...(await request.service.alerts.read(await readStatus(request)))],
});
