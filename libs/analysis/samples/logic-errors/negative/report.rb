def report(name, kind)
  name = name.chomp
  labels = { low: 'l', high: 'h', 'low' => 'x' }
  case kind
  when :low then puts labels[:low]
  when :high then puts labels[:high]
  end
  begin
    deliver(name)
  ensure
    close(name)
  end
  return unless name
  name.upcase
end
