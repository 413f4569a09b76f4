namespace Shop.Pages
{
    public partial class Search
    {
        protected global::System.Web.UI.WebControls.TextBox txtName;
        protected global::System.Web.UI.WebControls.Label lblTitle;
    }
}
