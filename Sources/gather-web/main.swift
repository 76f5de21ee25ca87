import GatherWeb

Assembly.run(Array(CommandLine.arguments.dropFirst()))
