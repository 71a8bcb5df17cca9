import type * as contract from "../../contract/firn/events";
import type { Handler } from "../handler";

export const getEvents: Handler<typeof contract.getEvents> = ({ query, service }) =>
  service.events.follow(query.after);
