import { signal, type Signal } from '@preact/signals';

/** Notifies the user through the browser when the displayed installation ends while another tab is visible. */
export class EndNotification {
  /**
   * Whether the user can request a notification: the browser supports notifications, and the user has neither granted
   * nor denied permission.
   */
  readonly canRequest: Signal<boolean> = signal(
    typeof Notification !== 'undefined' && Notification.permission === 'default',
  );

  async request(): Promise<void> {
    await Notification.requestPermission();
    this.canRequest.value = Notification.permission === 'default';
  }

  /** Shows the notification; a click on it opens this tab. */
  show(text: string): void {
    if (typeof Notification === 'undefined' || Notification.permission !== 'granted' || !document.hidden)
      return;
    const notification = new Notification('Writ', { body: text });
    notification.addEventListener('click', () => {
      focus();
      notification.close();
    });
  }
}
