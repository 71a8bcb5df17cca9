import { proveSamples } from "../../vectors/prove-samples";
import { txToJson } from "../json";
import { C_TXS, cTxs } from ".";

proveSamples({ chain: "C", definitions: C_TXS, codec: cTxs, toJson: txToJson });
