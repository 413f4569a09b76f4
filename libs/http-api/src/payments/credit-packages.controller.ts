import { CreditPackages } from '@assay/billing';
import { Controller, Get } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import { CreditPackageAnswer } from '../billing/billing.responses';
import { Requires } from '../http/api-key.guard';

@ApiTags('billing')
@Controller('api/credit-packages')
export class CreditPackagesController {
  constructor(private readonly queries: QueryBus) {}

  @ApiOperation({ summary: 'Credits that can be bought' })
  @ApiResponse({
    status: 200,
    type: CreditPackageAnswer,
    isArray: true,
    description: 'All packages, as they are shown.',
  })
  @Get()
  @Requires('billing:read')
  async list(): Promise<CreditPackageAnswer[]> {
    return [...(await this.queries.execute(new CreditPackages()))];
  }
}
