export * from "@/lib/words/format";
