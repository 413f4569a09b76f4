def report(name, kind)
  name.chomp
  labels = { low: 'l', high: 'h', low: 'x' }
  case kind
  when :low then puts labels[:low]
  when :high then puts labels[:high]
  when :low then puts 'lowest'
  end
  begin
    deliver(name)
  ensure
    return kind
  end
end
