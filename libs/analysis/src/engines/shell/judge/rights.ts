import { type Fault, type Judge, invoked } from '../script';
import { quoted } from '../words';

/** Everybody may write, and no sticky bit keeps others from removing. */
const FOR_ALL = /^0?[0-7]?[0-7][0-7][2367]$|^(?:\w*a\w*|\w*o\w*)?[+=]\w*w\w*$/;
const STICKY = /^0?[1357][0-7]{3}$/;
const SYSTEM = /^\/(?:etc|usr|var|opt|srv|home|root|lib|lib64|bin|sbin|boot)(?:\/|$)/;
const SHARED = /^\/var\/tmp\/?$/;

export const rights: Judge = ({ commands }) =>
  commands.map(invoked).flatMap(({ node, name, args }): Fault[] => {
    if (name !== 'chmod') return [];
    const [mode, ...paths] = args.filter(({ text }) => !/^-[a-zA-Z]|^--/.test(text));
    const path = paths.find(({ text }) => SYSTEM.test(text) && !SHARED.test(text));
    if (!mode || !path || !FOR_ALL.test(mode.text) || STICKY.test(mode.text)) return [];
    // `+w` without letters leaves out what the mask takes away, which is the writing of others.
    if (/^[+=]/.test(mode.text)) return [];
    return [
      {
        rule: 'writable-by-all',
        node,
        message: `Every user and program of the machine may change ${quoted(path.node)}`,
      },
    ];
  });
