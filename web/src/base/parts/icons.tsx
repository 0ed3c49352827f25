/** The dashboard's few icons: lines of 24 by 24, in the colour of the text. They are decoration: a label beside each says what it means. */
import type { ReactNode } from 'react';

/** @param className absent means it is drawn the same from right to left */
const icon = (drawn: ReactNode, className?: string) =>
  function Icon({ size = 18 }: { size?: number }) {
    return (
      <svg
        className={className}
        width={size}
        height={size}
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth={1.8}
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
      >
        {drawn}
      </svg>
    );
  };

export const HomeIcon = icon(<path d="M4 11.5 12 4l8 7.5M6.5 10v9h11v-9M10 19v-5h4v5" />);
export const PostsIcon = icon(<path d="M4 6h16M4 12h16M4 18h10" />);
export const CalendarIcon = icon(
  <>
    <rect x="4" y="5" width="16" height="15" rx="2" />
    <path d="M4 10h16M8 3v4M16 3v4" />
  </>,
);
export const RepeatIcon = icon(
  <path d="M17 3.5 20 6.5l-3 3M20 6.5H8a4 4 0 0 0-4 4V12M7 20.5l-3-3 3-3M4 17.5h12a4 4 0 0 0 4-4V12" />,
);
export const FeedIcon = icon(
  <>
    <path d="M4 11a9 9 0 0 1 9 9M4 4a16 16 0 0 1 16 16" />
    <circle cx="5.5" cy="18.5" r="1.5" />
  </>,
);
export const InboxIcon = icon(
  <path d="M4 14v4a2 2 0 0 0 2 2h12a2 2 0 0 0 2-2v-4M4 14 6.5 5h11L20 14M4 14h4.5l1 2.5h5l1-2.5H20" />,
);
export const CommentsIcon = icon(
  <path d="M5 5h14a1.5 1.5 0 0 1 1.5 1.5v9A1.5 1.5 0 0 1 19 17h-7l-4.5 3.5V17H5a1.5 1.5 0 0 1-1.5-1.5v-9A1.5 1.5 0 0 1 5 5zM8 9.5h8M8 12.5h5" />,
);
export const RulesIcon = icon(
  <path d="M5 4.5h11A1.5 1.5 0 0 1 17.5 6v4.5A1.5 1.5 0 0 1 16 12H9.5L6 14.5V12H5a1.5 1.5 0 0 1-1.5-1.5V6A1.5 1.5 0 0 1 5 4.5zM11 15.5v1a3 3 0 0 0 3 3h6M17.5 17l2.7 2.5-2.7 2.5" />,
);
export const AutomationsIcon = icon(
  <>
    <rect x="8" y="3.5" width="8" height="5" rx="1.5" />
    <rect x="3" y="15.5" width="7" height="5" rx="1.5" />
    <rect x="14" y="15.5" width="7" height="5" rx="1.5" />
    <path d="M12 8.5V12M6.5 15.5V12h11v3.5" />
  </>,
);
export const DoneIcon = icon(<path d="m5 12.5 4.5 4.5L19 7.5" />);
/** The signs of `look-badge.tsx`: one for each meaning of a status. */
export const TickIcon = icon(<path d="m5 12.5 4.5 4.5L19 7.5" strokeWidth={2.6} />);
export const HandIcon = icon(
  <path
    d="M7 11.5v-4a1.5 1.5 0 0 1 3 0v3-5a1.5 1.5 0 0 1 3 0v5-4a1.5 1.5 0 0 1 3 0v4-1.5a1.5 1.5 0 0 1 3 0v5a7 7 0 0 1-7 7c-3.5 0-4.8-1.6-6.2-4L4 14.4a1.5 1.5 0 0 1 2.5-1.6z"
    strokeWidth={2}
  />,
);
export const HalfIcon = icon(
  <>
    <circle cx="12" cy="12" r="8" strokeWidth={2.2} />
    <path d="M12 4a8 8 0 0 1 0 16z" fill="currentColor" stroke="none" />
  </>,
);
export const ClockIcon = icon(
  <>
    <circle cx="12" cy="12" r="8.5" strokeWidth={2.2} />
    <path d="M12 7v5l3.2 2" strokeWidth={2.2} />
  </>,
);
export const CrossIcon = icon(<path d="M6.5 6.5l11 11M17.5 6.5l-11 11" strokeWidth={2.6} />);
export const UnreadIcon = icon(
  <>
    <rect x="3.5" y="6" width="17" height="13" rx="2" />
    <path d="m4 8 8 5.5L20 8" />
  </>,
);
export const KeyboardIcon = icon(
  <>
    <rect x="2.5" y="6" width="19" height="12" rx="2" />
    <path d="M6 10h.01M10 10h.01M14 10h.01M18 10h.01M7 14h10" />
  </>,
);
export const AccountsIcon = icon(
  <>
    <circle cx="9" cy="8" r="3.5" />
    <path d="M3 20c0-4 2.5-6 6-6s6 2 6 6M16 5a3.5 3.5 0 0 1 0 7M18 14.5c2 .8 3 2.7 3 5.5" />
  </>,
);
export const SettingsIcon = icon(
  <>
    <path d="M4 7h9M17 7h3M4 17h3M11 17h9" />
    <circle cx="15" cy="7" r="2" />
    <circle cx="9" cy="17" r="2" />
  </>,
);
export const ChartIcon = icon(
  <>
    <rect x="3" y="4" width="7" height="5" rx="1.5" />
    <rect x="14" y="15" width="7" height="5" rx="1.5" />
    <path d="M10 6.5h4.5a3 3 0 0 1 3 3V15M6.5 9v5.5a3 3 0 0 0 3 3H14" />
  </>,
);
export const NumbersIcon = icon(<path d="M4 4v16h16M8 16v-4M12.5 16V7M17 16v-6" />);
export const PlusIcon = icon(<path d="M12 5v14M5 12h14" />);
export const CloseIcon = icon(<path d="M6 6l12 12M18 6 6 18" />);
export const PersonIcon = icon(
  <>
    <circle cx="12" cy="8.5" r="3.5" />
    <path d="M5 19.5c.8-3.6 3.5-5.5 7-5.5s6.2 1.9 7 5.5" />
  </>,
);
export const SearchIcon = icon(
  <>
    <circle cx="10.5" cy="10.5" r="6.5" />
    <path d="m15.5 15.5 5 5" />
  </>,
);
export const MenuIcon = icon(<path d="M4 7h16M4 12h16M4 17h16" />);
export const SunIcon = icon(
  <>
    <circle cx="12" cy="12" r="4" />
    <path d="M12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M5.3 18.7l1.4-1.4M17.3 6.7l1.4-1.4" />
  </>,
);
export const MoonIcon = icon(<path d="M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5z" />);
export const BellIcon = icon(<path d="M6 16.5V11a6 6 0 1 1 12 0v5.5l1.5 1.5h-15zM10 20.5a2 2 0 0 0 4 0" />);
export const MoreIcon = icon(<path d="M12 6h.01M12 12h.01M12 18h.01" strokeWidth={3} />);
export const DownIcon = icon(<path d="m7 10 5 5 5-5" />);
export const UpIcon = icon(<path d="m7 14 5-5 5 5" />);
export const LeftIcon = icon(<path d="m14 7-5 5 5 5" />, 'mirrored');
export const RightIcon = icon(<path d="m10 7 5 5-5 5" />, 'mirrored');
export const PlayIcon = icon(<path d="M8 5.5v13l10.5-6.5z" />, 'mirrored');
export const FullScreenIcon = icon(<path d="M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5" strokeWidth={2.2} />);
export const PauseIcon = icon(<path d="M8.5 6v12M15.5 6v12" strokeWidth={2.6} />);
export const PictureIcon = icon(
  <>
    <rect x="3.5" y="5" width="17" height="14" rx="2" />
    <circle cx="9" cy="10" r="1.5" />
    <path d="m4 17 5-4 4 3 3-2.5 4 3.5" />
  </>,
);
export const OutIcon = icon(
  <path d="M14 5h5v5M19 5l-8 8M18 14v4a1.5 1.5 0 0 1-1.5 1.5h-10A1.5 1.5 0 0 1 5 18V8a1.5 1.5 0 0 1 1.5-1.5H10" />,
);
export const AgentsIcon = icon(
  <>
    <rect x="5" y="8" width="14" height="11" rx="2.5" />
    <path d="M12 8V4.5M9 4.5h6M2.5 12.5v3M21.5 12.5v3M9.5 12.5v1.5M14.5 12.5v1.5" />
  </>,
);
