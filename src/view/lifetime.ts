/** The resources of one output, released when it goes: listeners, observers, views. */
export class Lifetime {
  private readonly endings: (() => void)[] = [];
  private over = false;

  get ended(): boolean {
    return this.over;
  }

  /** Calls `end` once when the lifetime ends; immediately if it has ended. */
  add(end: () => void): void {
    if (this.over) {
      end();
      return;
    }
    this.endings.push(end);
  }

  /** Listens on `target` until the end. */
  listen<Type extends keyof HTMLElementEventMap>(
    target: EventTarget,
    type: Type,
    listener: (event: HTMLElementEventMap[Type]) => void,
    options: AddEventListenerOptions = {},
  ): void {
    const handle = listener as EventListener;
    target.addEventListener(type, handle, options);
    this.add(() => target.removeEventListener(type, handle, options));
  }

  /** Calls `onResize` whenever the size of `target` changes, and once at the start. */
  observeSize(target: Element, onResize: () => void): void {
    const observer = new ResizeObserver(onResize);
    observer.observe(target);
    this.add(() => observer.disconnect());
  }

  /** Calls `draw` before the next paint; several calls until then count as one. */
  frame(draw: () => void): () => void {
    let handle: number | undefined;
    this.add(() => {
      if (handle !== undefined) {
        cancelAnimationFrame(handle);
      }
    });
    return () => {
      if (this.over) {
        return;
      }
      handle ??= requestAnimationFrame(() => {
        handle = undefined;
        draw();
      });
    };
  }

  end(): void {
    if (this.over) {
      return;
    }
    this.over = true;
    for (const end of this.endings.splice(0).reverse()) {
      end();
    }
  }
}
