import GatherSubmit

Assembly.run(Array(CommandLine.arguments.dropFirst()))
