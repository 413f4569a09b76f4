#!/usr/bin/env node
import 'reflect-metadata';
import { runRole } from '../../service/src/run-role';

runRole('api');
