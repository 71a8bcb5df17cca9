import { expect, test } from "vitest";
import { toCalendar } from "./calendar";

const EVENT = {
  uid: "x@firn",
  at: 1_800_000_000,
  summary: "Runs out; top up, or stop",
  url: "http://127.0.0.1:3000/l1/x",
};

test("an instant becomes an event in UTC with escaped text and an alarm three days before", () => {
  const text = toCalendar("Kanton", [EVENT], 1_790_000_000);
  expect(text.split("\r\n")).toEqual([
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Firn//EN",
    "X-WR-CALNAME:Kanton",
    "BEGIN:VEVENT",
    "UID:x@firn",
    "DTSTAMP:20260921T141320Z",
    "DTSTART:20270115T080000Z",
    "SUMMARY:Runs out\\; top up\\, or stop",
    "URL:http://127.0.0.1:3000/l1/x",
    "TRANSP:TRANSPARENT",
    "BEGIN:VALARM",
    "ACTION:DISPLAY",
    "TRIGGER:-P3D",
    "DESCRIPTION:Runs out\\; top up\\, or stop",
    "END:VALARM",
    "END:VEVENT",
    "END:VCALENDAR",
    "",
  ]);
});

test("no line is longer than 75 bytes, and unfolding restores them", () => {
  const summary = "é".repeat(200);
  const text = toCalendar("x", [{ ...EVENT, summary }], 0);
  const encoder = new TextEncoder();
  for (const line of text.split("\r\n")) expect(encoder.encode(line).length).toBeLessThanOrEqual(75);
  expect(text.replaceAll("\r\n ", "")).toContain(`SUMMARY:${summary}\r\n`);
});
