require 'cgi'

cgi = CGI.new
print cgi.http_header("text/plain; name=#{cgi.params['name'].first}")
