require 'sinatra'

get '/hello/:name' do |name|
  headers['X-Greeting'] = 'welcome'
  "<h1>Hello #{Rack::Utils.escape_html(name)}</h1>"
end
