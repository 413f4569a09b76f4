class Prices
{
    static readonly Dictionary<string, int> Rates = new Dictionary<string, int>
    {
        { "standard", 19 },
        { "reduced", 7 },
    };

    int Apply(Order order, int Rate)
    {
        order.Name = order.Name.Trim();
        var copy = new Order { Rate = Rate };
        return Total();

        int Total() => copy.IsFree ? 0 : order.Amount;
    }
}
