/** The bot of the installation. Its token holds its id, and `getMe` proves it. */
import type { AppRegistration } from '../port/registration.ts';
import { botIdIn, proveBot } from './connect.ts';

export const registration: AppRegistration = {
  console: { name: '@BotFather', url: 'https://t.me/BotFather' },
  steps: [
    'Write /newbot to @BotFather in Telegram, and follow what it says.',
    'Copy the token that it gives you. Use the bot for this service alone: nothing else may read its messages.',
  ],
  secret: {
    label: 'Bot token',
    shape: { pattern: /^\d{5,20}:[\w-]{30,60}$/, words: 'a number, a colon and 35 characters' },
  },
  idIn: botIdIn,
  review: [],
  prove: proveBot,
};
