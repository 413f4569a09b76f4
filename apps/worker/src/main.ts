#!/usr/bin/env node
import 'reflect-metadata';
import { runRole } from '@assay/runtime';

runRole('worker');
