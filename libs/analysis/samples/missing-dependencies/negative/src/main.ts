import { readFile } from 'node:fs/promises';
import path from 'path';
import react from 'react';
import type { Feature } from 'geojson';
import { orders } from '@app/orders';
import { price } from 'prices';
import { button } from 'components/button';
import { admin } from 'declared-admin';
import { local } from './orders';
import { virtual } from 'virtual:icons';
import { hash } from '#hash';

export default [readFile, path, react, orders, price, button, admin, local, virtual, hash] satisfies (Feature | unknown)[];
