import GatherDaemon

Assembly.run(Array(CommandLine.arguments.dropFirst()))
