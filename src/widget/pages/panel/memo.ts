import { Component, type ComponentType, createElement, type FunctionComponent } from 'preact'

/** A part that is drawn again only if one of its properties is another value: a long conversation has hundreds. */
export function memo<P extends object>(draw: FunctionComponent<P>): ComponentType<P> {
  return class extends Component<P> {
    override shouldComponentUpdate(next: P): boolean {
      return Object.entries(next).some(([name, value]) => this.props[name as keyof P] !== value)
    }
    render() {
      return createElement(draw, this.props as P & { children?: never })
    }
  }
}
