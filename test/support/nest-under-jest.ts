import 'reflect-metadata'; // before any part of Nest
import { loadPackageSync } from '@nestjs/common/utils/load-package.util.js';

// Nest loads it with import(), which Jest on Node 20 has only behind a flag; once it is loaded, Nest takes it as it is.
loadPackageSync('@fastify/static', 'SwaggerModule', () => require('@fastify/static'));
