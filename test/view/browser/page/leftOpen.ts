/** Counts what is listened to outside an output's own elements, so that a test sees what was left behind. */

/** @returns Reads the counts: listeners of window, document, root and body, and observers that still observe. */
export function countLeftOpen(): () => Record<string, number> {
  const counts: Record<string, number> = { listeners: 0, resize: 0, mutation: 0 };
  countListeners(counts);
  window.ResizeObserver = counted(window.ResizeObserver, counts, 'resize');
  window.MutationObserver = counted(window.MutationObserver, counts, 'mutation');
  return () => ({ ...counts });
}

function countListeners(counts: Record<string, number>): void {
  const outer = new Set<EventTarget>([window, document, document.documentElement, document.body]);
  const prototype = EventTarget.prototype;
  const original = methodsOf(prototype);
  const known = new Set<string>();
  const ids = new WeakMap<object, number>();
  let lastId = 0;
  const keyOf = (target: EventTarget, type: string, listener: object): string => {
    for (const part of [target, listener]) {
      if (!ids.has(part)) {
        ids.set(part, ++lastId);
      }
    }
    return `${ids.get(target)} ${type} ${ids.get(listener)}`;
  };
  prototype.addEventListener = function (this: EventTarget, type, listener, options) {
    if (outer.has(this ?? window) && listener && !isOnce(options)) {
      known.add(keyOf(this ?? window, type, listener));
      counts['listeners'] = known.size;
    }
    original.add.call(this, type, listener, options);
  };
  prototype.removeEventListener = function (this: EventTarget, type, listener, options) {
    if (outer.has(this ?? window) && listener) {
      known.delete(keyOf(this ?? window, type, listener));
      counts['listeners'] = known.size;
    }
    original.remove.call(this, type, listener, options);
  };
}

/** A listener that takes itself away. */
function isOnce(options: boolean | AddEventListenerOptions | undefined): boolean {
  return typeof options === 'object' && options.once === true;
}

type Method = (this: EventTarget, ...given: unknown[]) => void;

function methodsOf(prototype: EventTarget): { add: Method; remove: Method } {
  return {
    add: Reflect.get(prototype, 'addEventListener') as Method,
    remove: Reflect.get(prototype, 'removeEventListener') as Method,
  };
}

type ObserverClass = typeof ResizeObserver | typeof MutationObserver;

function counted<Class extends ObserverClass>(
  original: Class,
  counts: Record<string, number>,
  name: string,
): Class {
  const active = new Set<object>();
  const count = (): void => {
    counts[name] = active.size;
  };
  return new Proxy(original, {
    construct(target, args: unknown[]) {
      const made = Reflect.construct(target, args) as ResizeObserver & MutationObserver;
      const observe = made.observe.bind(made) as (...given: unknown[]) => void;
      const disconnect = made.disconnect.bind(made);
      made.observe = (...given: unknown[]) => {
        active.add(made);
        count();
        observe(...given);
      };
      made.disconnect = () => {
        active.delete(made);
        count();
        disconnect();
      };
      return made;
    },
  });
}
