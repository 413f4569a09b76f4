import { circuitBreakersSuite } from './circuit-breakers.suite';

circuitBreakersSuite('circuit breakers', () => ({}));
