require 'cgi'

cgi = CGI.new
print cgi.http_header("text/plain; name=#{CGI.escape(cgi.params['name'].first)}")
