"use client";

import { Component, type ReactNode } from "react";

interface BoundaryProps {
  /** In place of children whose file cannot be loaded, as after an update of Firn. */
  instead: ReactNode;
  children: ReactNode;
}

/** Keeps a part that cannot be drawn from taking the page with it. */
export class Boundary extends Component<BoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    return this.state.hasFailed ? this.props.instead : this.props.children;
  }
}
