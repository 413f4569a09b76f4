require 'sinatra'

get '/hello/:name' do |name|
  "<h1>Hello #{Rack::Utils.escape_html(name)}</h1>"
end
