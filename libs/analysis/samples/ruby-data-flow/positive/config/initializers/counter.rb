Rails.application.configure do
  config.consider_all_requests_local = true
  config.content_security_policy do |policy|
    policy.script_src :self, :unsafe_inline
  end
end

ActiveSupport.escape_html_entities_in_json = false
