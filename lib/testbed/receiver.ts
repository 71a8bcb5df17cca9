import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { readBytes } from "../read-bytes";

export interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** Somebody who is sent messages, on loopback. */
export interface Receiver {
  url: string;
  received: Received[];
  /** Ids of what was received and taken. */
  taken: string[];
  /** Decides what is answered: a status, or the answer by hand. 200 by default. */
  answer: (received: Received, response: ServerResponse) => number | undefined;
  /** Waits until so many messages were taken. */
  until(isDone: () => boolean): Promise<void>;
  close(): Promise<void>;
}

export async function startReceiver(): Promise<Receiver> {
  const receiver: Receiver = {
    url: "",
    received: [],
    taken: [],
    answer: () => 200,
    async until(isDone) {
      for (const deadline = Date.now() + 60_000; !isDone(); await sleep(10))
        if (Date.now() > deadline)
          throw new Error(`only ${receiver.taken.length} messages were taken in time`);
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  const server = createServer(async (request, response) => {
    const body = String(await readBytes(request));
    const received = { path: request.url ?? "", headers: request.headers, body };
    receiver.received.push(received);
    const status = receiver.answer(received, response);
    if (status === undefined) return;
    if (status < 300) receiver.taken.push(String(received.headers["x-firn-message-id"]));
    response.writeHead(status).end("ok");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return receiver;
}
