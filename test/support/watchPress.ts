/** Whether a press arrives: it is lost if VS Code removes or replaces the element before the button is released. */

interface WatchedWindow extends Window {
  awaited?: string;
  isPressed?: boolean;
}

/** Runs in the page: notes from then on whether a press arrives at an element that matches, or at one in it. */
export function watchPress(selector: string): void {
  const watched: WatchedWindow = window;
  if (watched.awaited === undefined) {
    const press = ({ target }: MouseEvent): void => {
      const { awaited } = watched;
      watched.isPressed ||=
        target instanceof Element && awaited !== undefined && target.closest(awaited) !== null;
    };
    document.addEventListener('click', press, { capture: true });
  }
  watched.awaited = selector;
  watched.isPressed = false;
}

/** Runs in the page, which may be another one by then: a command can load the window again. */
export function isPressed(): boolean {
  const { isPressed: is }: WatchedWindow = window;
  return is ?? true;
}
