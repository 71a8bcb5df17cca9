import type * as contract from "../../contract/firn/upgrades";
import type { Handler } from "../handler";

export const getUpgrades: Handler<typeof contract.getUpgrades> = ({ service }) => service.nodeUpgrades();
