require 'sinatra'

get '/hello/:name' do |name|
  "<h1>Hello #{name}</h1>"
end
