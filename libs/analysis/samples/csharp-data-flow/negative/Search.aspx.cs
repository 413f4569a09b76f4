using System;
using System.Data.SqlClient;
using System.Web;
using System.Web.UI;
using System.Web.UI.WebControls;

namespace Shop.Pages
{
    public partial class Search : Page
    {
        protected void Find_Click(object sender, EventArgs e)
        {
            var adapter = new SqlDataAdapter("select * from items where name like @name", address);
            adapter.SelectCommand.Parameters.AddWithValue("@name", txtName.Text);
            lblTitle.Text = "Results for " + HttpUtility.HtmlEncode(Request["name"]);
            Response.Redirect("Search.aspx?name=" + HttpUtility.UrlEncode(txtName.Text));
        }
    }
}
