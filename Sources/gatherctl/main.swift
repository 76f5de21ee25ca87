import GatherControl

Assembly.run(Array(CommandLine.arguments.dropFirst()))
