export class Stock {
  private readonly items: Record<string, number> = {};

  forget(name: string): void {
    delete this.items[name.trim()];
  }

  later(): () => number {
    const self = this;
    return () => Object.keys(self.items).length;
  }
}
