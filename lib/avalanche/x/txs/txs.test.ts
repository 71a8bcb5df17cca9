import { proveSamples } from "../../vectors/prove-samples";
import { txToJson } from "../json";
import { X_TXS, xTxs } from ".";

proveSamples({ chain: "X", definitions: X_TXS, codec: xTxs, toJson: txToJson });
