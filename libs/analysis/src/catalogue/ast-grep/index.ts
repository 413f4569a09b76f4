import type { ToolDefinition } from '../tool';
import { cUnsafeCalls } from './c-unsafe-calls';
import { cppMemory } from './cpp-memory';
import { csharpSecurity } from './csharp-security';
import { goQuality } from './go-quality';
import { goSecurity } from './go-security';
import { javaSecurity } from './java-security';
import { kotlinSafety } from './kotlin-safety';
import { phpSecurity } from './php-security';
import { rubySecurity } from './ruby-security';
import { rustSafety } from './rust-safety';
import { swiftSafety } from './swift-safety';

export const astGrepTools: readonly ToolDefinition[] = [goSecurity, javaSecurity, phpSecurity, csharpSecurity, rubySecurity, rustSafety, kotlinSafety, cUnsafeCalls, cppMemory, swiftSafety, goQuality];
