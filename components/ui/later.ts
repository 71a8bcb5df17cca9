import { type ComponentType, createElement, lazy } from "react";

/**
 * A component whose code is loaded when it is first drawn. A server component can't draw a lazy one itself, so this is
 * one around it.
 */
export function later<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  const Loaded = lazy(async () => ({ default: await load() }));
  return (props) => createElement(Loaded as ComponentType<P>, props);
}
