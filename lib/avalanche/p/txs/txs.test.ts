import { proveSamples } from "../../vectors/prove-samples";
import { txToJson } from "../json";
import { P_TXS, pTxs } from ".";

proveSamples({ chain: "P", definitions: P_TXS, codec: pTxs, toJson: txToJson });
