package shop

import (
	"fmt"
	"html/template"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	texttemplate "text/template"

	"github.com/antchfx/xmlquery"
	"github.com/go-ldap/ldap/v3"
)

type Server struct {
	users  *Users
	people *xmlquery.Node
}

func (s *Server) User(w http.ResponseWriter, r *http.Request) {
	s.users.Find(r.URL.Query().Get("name"))
}

func Ping(w http.ResponseWriter, r *http.Request) {
	exec.Command("sh", "-c", "ping -c 1 "+r.FormValue("host")).Run()
}

func Tool(w http.ResponseWriter, r *http.Request) {
	exec.CommandContext(r.Context(), r.FormValue("tool")).Run()
}

func File(w http.ResponseWriter, r *http.Request) {
	content, err := os.ReadFile(filepath.Join("public", r.URL.Query().Get("name")))
	if err != nil {
		return
	}
	w.Header().Set("Content-Length", fmt.Sprint(len(content)))
}

func Page(w http.ResponseWriter, r *http.Request) {
	http.ServeFile(w, r, "pages/"+r.FormValue("page"))
}

func Hello(w http.ResponseWriter, r *http.Request) {
	name := r.FormValue("name")
	fmt.Fprintf(w, "<h1>Hello %s</h1>", name)
	io.WriteString(w, "<p>"+name+"</p>")
	w.Write([]byte(name))
}

func Plain(w http.ResponseWriter, r *http.Request) {
	page := texttemplate.Must(texttemplate.New("page").Parse("<h1>{{.}}</h1>"))
	page.Execute(w, r.FormValue("title"))
}

func Marked(w http.ResponseWriter, r *http.Request) template.HTML {
	return template.HTML(r.FormValue("text"))
}

func Leave(w http.ResponseWriter, r *http.Request) {
	http.Redirect(w, r, r.URL.Query().Get("next"), http.StatusFound)
}

func Preview(w http.ResponseWriter, r *http.Request) {
	http.Get(r.FormValue("address"))
	request, err := http.NewRequest("GET", "https://"+r.FormValue("host")+"/preview", nil)
	if err == nil {
		http.DefaultClient.Do(request)
	}
}

func Greeting(w http.ResponseWriter, r *http.Request) {
	template.New("greeting").Parse(r.FormValue("greeting"))
}

func Login(r *http.Request) *ldap.SearchRequest {
	filter := fmt.Sprintf("(uid=%s)", r.FormValue("uid"))
	return ldap.NewSearchRequest("dc=app", ldap.ScopeWholeSubtree, ldap.NeverDerefAliases, 0, 0, false, filter, nil, nil)
}

func (s *Server) Person(r *http.Request) *xmlquery.Node {
	return xmlquery.FindOne(s.people, "//person[@name='"+r.FormValue("name")+"']")
}
