import { addConsoleAbi, getConsoleAbis, removeConsoleAbi } from "./abis";
import {
  createSignInLink,
  endAllSessions,
  endSession,
  getPanel,
  noteRefusal,
  signInByLink,
  signInByPassword,
  touchSession,
} from "./access";
import { ACTIONS } from "./actions";
import { getConsoleAlerts, testAlertChannel } from "./alerts";
import { listAudit } from "./audit";
import { endAllPutBacks, endPutBack, getConsole } from "./console";
import { getOverview } from "./overview";
import { addConsoleWebhook, changeConsoleWebhook, getConsoleWebhooks } from "./webhooks";

/** Every route of the operator process. None has parameters in its path. */
export const OPERATOR_ROUTES = {
  getPanel,
  createSignInLink,
  signInByLink,
  signInByPassword,
  touchSession,
  endSession,
  endAllSessions,
  noteRefusal,
  getConsole,
  endPutBack,
  endAllPutBacks,
  listAudit,
  getOverview,
  getConsoleWebhooks,
  addConsoleWebhook,
  changeConsoleWebhook,
  getConsoleAlerts,
  testAlertChannel,
  getConsoleAbis,
  addConsoleAbi,
  removeConsoleAbi,
  ...ACTIONS,
} as const;
