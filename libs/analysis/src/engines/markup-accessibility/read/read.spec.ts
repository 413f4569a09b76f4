import { markupTools } from '../../../catalogue/markup';
import { runOn } from '../../../../test/run-on';
import { profileOf } from '../../engine-table';

const own = markupTools.filter(({ id }) => id === 'act-markup');
const rulesIn = async (file: string, text: string) => {
  const { found } = await runOn(profileOf('markup-accessibility'), own, { [file]: text });
  return found.map((each) => each.split(' ')[1]!);
};
const jsx = (markup: string, before = '') => `${before}\nexport const A = (p) => <p>${markup}</p>;\n`;
const vue = (markup: string, script = '') =>
  `<script setup>\n${script}\n</script>\n<template><div><p>${markup}</p></div></template>\n`;
const svelte = (markup: string, script = '') => `<script>\n${script}\n</script>\n<p>${markup}</p>\n`;
const MUI = "import { IconButton } from '@mui/material';";
const SHADCN = "import { Button } from '@/components/ui/button';";

it.each([
  ['a.jsx', jsx('<button>{false && p.a}</button>'), 'nameless-button'],
  ['a.jsx', jsx("<button>{p.a ? '' : null}</button>"), 'nameless-button'],
  ['a.jsx', jsx('<img src="a" alt={NO} />', 'const NO = undefined;'), 'nameless-image'],
  ['a.jsx', jsx('<i aria-busy={p.a ? "yes" : "no"} />'), 'aria-value-invalid'],
  ['a.jsx', jsx("<i role={p.a ? 'buton' : undefined}>A</i>"), 'role-invalid'],
  ['a.jsx', jsx("<b style={{ color: '#aaa', background: '#fff', fontSize: 12 }}>Tea</b>"), 'contrast-low'],
  ['a.jsx', jsx('<Link href="/"><i /></Link>', "import Link from 'next/link';"), 'nameless-link'],
  ['a.jsx', jsx('<Go to="/"><i /></Go>', "import { Link as Go } from 'react-router-dom';"), 'nameless-link'],
  ['a.jsx', jsx('<Image src={p.a} />', "import Image from 'next/image';"), 'nameless-image'],
  ['a.jsx', jsx('<motion.button><i /></motion.button>', "import { motion } from 'framer-motion';"), 'nameless-button'],
  [
    'a.jsx',
    jsx('<Go><i /></Go>', "import styled from 'styled-components';\nconst Go = styled.button`color: red`;"),
    'nameless-button',
  ],
  ['a.jsx', jsx('<Go />', "import styled from '@emotion/styled';\nconst Go = styled('input')({});"), 'nameless-field'],
  [
    'a.jsx',
    jsx('<IconButton><X /></IconButton>', `${MUI}\nimport X from '@mui/icons-material/Close';`),
    'nameless-button',
  ],
  [
    'a.jsx',
    jsx('<Button size="icon"><X /></Button>', `${SHADCN}\nimport { X } from 'lucide-react';`),
    'nameless-button',
  ],
  ['a.vue', vue('<v-btn icon><v-icon>mdi-close</v-icon></v-btn>'), 'nameless-button'],
  ['a.vue', vue('<v-btn icon="mdi-close" @click="go" />'), 'nameless-button'],
  ['a.component.html', '<p><sl-icon-button name="gear"></sl-icon-button></p>', 'nameless-button'],
  ['a.vue', vue('<button>{{ \'\' }}<b v-if="false">A</b></button>'), 'nameless-button'],
  ['a.vue', vue('<img src="a" :alt="undefined">'), 'nameless-image'],
  ['a.vue', vue(`<i :aria-busy="a ? 'yes' : 'no'">A</i>`), 'aria-value-invalid'],
  ['a.vue', vue('<RouterLink to="/"><i /></RouterLink>'), 'nameless-link'],
  ['a.vue', vue('<button><XIcon /></button>', "import { XIcon } from '@heroicons/vue/24/solid';"), 'nameless-button'],
  ['a.vue', vue('<button><x-icon /></button>', "import { XIcon } from 'lucide-vue-next';"), 'nameless-button'],
  ['a.vue', vue('<button><v-icon>mdi-close</v-icon></button>'), 'nameless-button'],
  ['a.vue', '<template><div aria-hidden="true"><p><a href="/">A</a></p></div></template>', 'hidden-focus'],
  ['a.svelte', svelte("<button>{''}{#if false}A{/if}</button>"), 'nameless-button'],
  ['a.svelte', svelte('<img src="a" alt={undefined}>'), 'nameless-image'],
  ['a.svelte', svelte("<i aria-busy={a ? 'yes' : 'no'}>A</i>"), 'aria-value-invalid'],
  ['a.svelte', svelte('<button><X size={9} /></button>', "import X from 'lucide-svelte/icons/x';"), 'nameless-button'],
  ['a.component.html', '<p><img src="a" [attr.alt]="null"></p>', 'nameless-image'],
  ['a.component.html', `<p><i [attr.aria-busy]="a ? 'yes' : 'no'">A</i></p>`, 'aria-value-invalid'],
  ['a.component.html', '<button type="button"><mat-icon>close</mat-icon></button>', 'nameless-button'],
  ['a.component.html', '<button type="button"><x-y aria-hidden="true"></x-y></button>', 'nameless-button'],
])('finds in %s: %s', async (file, text, rule) => expect(await rulesIn(file, text)).toContain(rule), 60_000);

it.each([
  ['a.jsx', jsx('<button>{p.a && p.b}</button>')],
  ['a.jsx', jsx("<button>{p.a ? '' : 'Go'}</button>")],
  ['a.jsx', jsx('<img src="a" alt={NAME} />', "const NAME = 'Tea';")],
  ['a.jsx', 'const NO = undefined;\nexport const A = ({ NO }) => <p><img src="a" alt={NO} /></p>;\n'],
  ['a.jsx', jsx("<i aria-busy={p.a ? 'true' : 'false'} />")],
  ['a.jsx', jsx('<i aria-busy={p.a ? true : undefined} />')],
  ['a.jsx', jsx("<b style={{ color: '#aaa', background: p.a }}>Tea</b>")],
  ['a.jsx', jsx('<Link href="/"><a>Tea</a></Link>', "import Link from 'next/link';")],
  ['a.jsx', jsx('<Link href="/"><i /></Link>', "import { Link } from './link';")],
  ['a.jsx', jsx('<Go as="div"><i /></Go>', "import styled from 'styled-components';\nconst Go = styled.button`a`;")],
  ['a.jsx', jsx('<Go><i /></Go>', "import styled from 'styled-components';\nconst Go = styled.button.attrs({})`a`;")],
  ['a.jsx', jsx('<Tooltip title="Close"><IconButton><svg /></IconButton></Tooltip>', MUI)],
  [
    'a.jsx',
    jsx('<IconButton aria-label="Close"><svg /></IconButton><IconButton component="span"><svg /></IconButton>', MUI),
  ],
  ['a.jsx', jsx('<Button><Own /></Button><Button label="Close" /><Button {...p} />', SHADCN)],
  ['a.vue', vue('<v-btn icon aria-label="Close"><v-icon>mdi-close</v-icon></v-btn><v-btn v-bind="a" icon="x" />')],
  ['a.vue', vue('<q-btn icon="close"><q-tooltip>Close</q-tooltip></q-btn><v-btn>{{ a }}</v-btn>')],
  ['a.vue', vue('<button>{{ a }}</button><img src="a" :alt="a">')],
  ['a.vue', vue('<router-link to="/" custom v-slot="{ go }"><i /></router-link>')],
  ['a.vue', vue('<button><XIcon title="Close" /></button>', "import { XIcon } from '@heroicons/vue/24/solid';")],
  ['a.vue', vue('<button><XIcon /></button>', "import XIcon from './x-icon.vue';")],
  ['a.svelte', svelte("<button>{a || ''}</button>")],
  ['a.svelte', svelte('<button><X /></button>', "import X from './x.svelte';")],
  ['a.component.html', '<button type="button"><mat-icon [attr.aria-label]="a">x</mat-icon></button>'],
  ['a.component.html', '<button type="button"><x-y></x-y></button>'],
])('blames nothing in %s: %s', async (file, text) => expect(await rulesIn(file, text)).toEqual([]), 60_000);
