export class Stock {
  private readonly items = new Map<string, number>();

  forget(name: string): void {
    this.items.delete(name.trim());
  }

  later(): () => number {
    return () => this.items.size;
  }
}
