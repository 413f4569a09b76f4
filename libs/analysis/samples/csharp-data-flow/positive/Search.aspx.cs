using System;
using System.Data.SqlClient;
using System.Web.UI;
using System.Web.UI.WebControls;

namespace Shop.Pages
{
    public partial class Search : Page
    {
        protected void Find_Click(object sender, EventArgs e)
        {
            var adapter = new SqlDataAdapter("select * from items where name like '%" + txtName.Text + "%'", address);
            lblTitle.Text = "Results for " + Request["name"];
            Response.Redirect(Request.QueryString["next"]);
        }
    }
}
