require "nokogiri"

def parcels(text)
  Nokogiri::XML(text) { |config| config.noent }.root.children
end
