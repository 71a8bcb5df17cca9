import { spawn } from "node:child_process";
import { createServer, type ServerHttp2Stream } from "node:http2";
import { listenOnLoopback } from "../../listen";
import { readBytes } from "../../read-bytes";

export interface HandshakeOptions {
  /** Time limit of the handshake. */
  timeoutMs: number;
  /** RPC-chain-VM protocol that this node speaks. */
  protocolVersion: number;
}

/**
 * Starts a plugin as the node does, and ends it after its handshake or the time limit. A plugin shakes hands by calling
 * gRPC's `vm.runtime.Runtime/Initialize` at the address in its environment, which holds no variable of ours. That is
 * all the recorded node asks of it: it runs no chain of another virtual machine. Returns undefined on success,
 * otherwise the error in the node's words.
 * @source AvalancheGo vms/rpcchainvm/runtime/subprocess, proto/vm/runtime
 */
export async function runHandshake(file: string, options: HandshakeOptions): Promise<string | undefined> {
  let introduced: (version: number) => void = () => {};
  const introduction = new Promise<number>((resolve) => {
    introduced = resolve;
  });
  const server = createServer();
  const sessions = new Set<{ destroy(): void }>();
  // A plugin may hang up at any time. Only its handshake counts.
  server.on("session", (session) => sessions.add(session.on("error", () => {})));
  server.on("stream", (stream, headers) => {
    stream.on("error", () => {});
    if (headers[":path"] === INITIALIZE) readInitialize(stream).then(introduced, () => stream.close());
    else stream.respond({ ":status": 404 }, { endStream: true });
  });
  const { host } = new URL(await listenOnLoopback(server));
  try {
    const outcome = await runPlugin(file, host, {
      introduction,
      timeoutMs: options.timeoutMs,
    });
    if (typeof outcome === "string") return outcome;
    if (outcome === options.protocolVersion) return undefined;
    return `handshake failed: RPCChainVM protocol version mismatch between AvalancheGo and Virtual Machine plugin: ${options.protocolVersion} and ${outcome}`;
  } finally {
    for (const session of sessions) session.destroy();
    server.close();
  }
}

const INITIALIZE = "/vm.runtime.Runtime/Initialize";

/** Returns the protocol version that the plugin sent, or an error message. */
async function runPlugin(
  file: string,
  address: string,
  { introduction, timeoutMs }: { introduction: Promise<number>; timeoutMs: number },
): Promise<number | string> {
  const { NODE_ENV, PATH } = process.env;
  const env = { NODE_ENV, PATH, AVALANCHE_VM_RUNTIME_ENGINE_ADDR: address };
  // In its own process group, so that its children end with it.
  const child = spawn(file, [], { stdio: "ignore", env, detached: true });
  const ended = new Promise<string>((resolve) => {
    child.once("exit", () => resolve(NO_PROCESS));
    child.once("error", (error: NodeJS.ErrnoException) =>
      resolve(`failed to start process: fork/exec ${file}: ${ERRNO[error.code ?? ""] ?? error.code}`),
    );
  });
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve(NO_PROCESS), timeoutMs);
  });
  try {
    return await Promise.race([introduction, ended, late]);
  } finally {
    clearTimeout(timer);
    if (child.pid !== undefined) endGroup(child.pid);
    await ended;
  }
}

const NO_PROCESS = "handshake failed: vm process not found";

/** Go's messages for errors of starting a process. */
const ERRNO: Record<string, string> = {
  EACCES: "permission denied",
  ENOENT: "no such file or directory",
  ENOEXEC: "exec format error",
};

function endGroup(pid: number): void {
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // the whole group has already ended
  }
}

/** Reads the protocol version of the request and answers with an empty message. */
async function readInitialize(stream: ServerHttp2Stream): Promise<number> {
  const bytes = await readBytes(stream as AsyncIterable<Buffer>, MAX_INITIALIZE_BYTES);
  if (bytes === undefined) throw new Error("too long");
  const version = protocolVersionOf(bytes.subarray(FRAME_HEADER_BYTES));
  stream.respond({ ":status": 200, "content-type": "application/grpc" }, { waitForTrailers: true });
  stream.once("wantTrailers", () => stream.sendTrailers({ "grpc-status": "0" }));
  await new Promise<void>((resolve) => stream.end(Buffer.alloc(FRAME_HEADER_BYTES), resolve));
  return version;
}

const MAX_INITIALIZE_BYTES = 4096;

/** gRPC puts five bytes before each message: one for compression, four for the length. */
const FRAME_HEADER_BYTES = 5;

/** Field 1 of a protobuf message, a varint. It comes first and is absent if 0. */
function protocolVersionOf(message: Buffer): number {
  if (message[0] !== 0x08) return 0;
  let value = 0;
  for (let at = 1; at < Math.min(message.length, 6); at++) {
    const byte = message[at] ?? 0;
    value += (byte & 0x7f) * 2 ** (7 * (at - 1));
    if (byte < 0x80) return value;
  }
  return 0;
}
