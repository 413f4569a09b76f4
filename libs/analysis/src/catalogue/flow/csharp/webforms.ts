import type { FlowRows } from '../rows';
import { aliases, assigned, below, labelled, sinks } from '../make';

const CONTROLS = ['Label', 'Literal', 'HyperLink', 'LinkButton', 'CheckBox', 'RadioButton', 'TableCell'];

/** Pages of ASP.NET with controls. */
export const csharpWebForms: FlowRows = {
  aliases: {
    ...aliases('Page', ['UserControl', 'MasterPage', 'HttpApplication', 'BasePage', 'TemplateControl']),
    ...aliases('WebControls.HtmlGenericControl', ['HtmlGenericControl', 'WebControls.HtmlContainerControl']),
  },
  sources: {
    ...labelled('form of the request', ['WebControls.TextBox.Text', 'WebControls.HiddenField.Value', 'WebControls.HtmlInputText.Value', 'WebControls.HtmlInputHidden.Value', 'WebControls.HtmlTextArea.Value']),
    ...labelled('name of an uploaded file', below('WebControls.FileUpload', ['FileName', 'PostedFile'])),
  },
  sinks: [
    ...assigned('cross-site-scripting', [...CONTROLS.slice(0, 4).map((name) => `WebControls.${name}.Text`), 'WebControls.HtmlGenericControl.InnerHtml', '*.InnerHtml']),
    ...sinks('cross-site-scripting', ['LiteralControl', '*.RegisterStartupScript', '*.RegisterClientScriptBlock'], { arguments: [0, 2] }),
    ...sinks('cross-site-scripting', ['HtmlTextWriter.Write', 'HtmlTextWriter.WriteLine']),
    ...sinks('path-traversal', ['WebControls.FileUpload.SaveAs', 'HttpPostedFile.SaveAs', 'HttpPostedFileBase.SaveAs']),
    ...sinks('open-redirect', ['Page.Server.Transfer'], { only: 'address' }),
  ],
};
