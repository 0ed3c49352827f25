import { notifications } from '@mantine/notifications';
import { messageOf } from './api.ts';

/** Shows a person that a request failed, and why. */
export const showFailure = (error: Error) =>
  notifications.show({
    color: 'red',
    title: 'This failed',
    message: messageOf(error),
    autoClose: 10_000,
  });
