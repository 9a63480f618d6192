# Runs a Homebrew formula without Homebrew: what it depends on is there already, its source lies beside it.
#
#     ruby tests/formula.rb FORMULA FOLDER     unpacks, installs into FOLDER/prefix and tests
require "digest"
require "tmpdir"

class Formula
  class << self
    attr_reader :facts, :checks

    %i[desc homepage url sha256 license].each do |name|
      define_method(name) { |value| (@facts ||= {})[name] = value }
    end

    def depends_on(what) = (@needs ||= []) << what

    def test(&block) = @checks = block
  end

  def initialize(folder) = @folder = folder

  def prefix = File.join(@folder, "prefix")

  def bin = File.join(prefix, "bin")

  def version = self.class.facts[:url][/-([0-9.]+)\.tar/, 1]

  def system(*words) = Kernel.system(*words) || abort("failed: #{words.join(" ")}")

  def shell_output(command) = `#{command}`

  def pipe_output(command, input, _status) = IO.popen(command, "r+") { |io| io.write(input); io.close_write; io.read }

  def assert_match(what, text) = text.include?(what) || abort("'#{what}' is not in: #{text}")
end

file, folder = ARGV
load File.expand_path(file)
formula = Pleach.new(File.expand_path(folder))
archive = File.join(File.dirname(file), File.basename(Pleach.facts[:url]))
abort "the checksum is another" unless Digest::SHA256.file(archive).hexdigest == Pleach.facts[:sha256]
abort "what it is called is missing" unless %i[desc homepage url license].all? { |name| Pleach.facts[name] }
formula.system("tar", "-C", folder, "-xzf", archive)
Dir.chdir(Dir.glob(File.join(folder, "pleach-*")).first) { formula.install }
formula.instance_eval(&Pleach.checks)
