require "nokogiri"

def parcels(text)
  Nokogiri::XML(text) { |config| config.nonet }.root.children
end
